import { useTranslation } from 'react-i18next';
import { Scene } from '@/brand/scene';
import { Notice } from '@/components/notice';
import { SecondaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/text/use-language';

/** The line stays. A customer who did not request its end should change the password. */
export function Kept() {
  const { t } = useTranslation('deactivation');
  const language = useLanguage();
  return (
    <div className="stack form">
      <Scene of="success" />
      <Notice tone="positive" title={t('undone.title')}>
        {t('undone.text')}
      </Notice>
      <SecondaryLink to={`/${language}/change-password`}>{t('undone.password')}</SecondaryLink>
    </div>
  );
}
