import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';

/** Shown for unknown addresses: links to the home page, the shop and support. */
export function NotFound() {
  const { t } = useTranslation();
  const language = useLanguage();
  const shop = usePath('shop');
  const support = usePath('support');
  return (
    <DeadEnd scene="empty" title={t('errors.notFoundTitle')} lead={t('errors.notFound')}>
      <PrimaryLink to={`/${language}/`}>{t('actions.home')}</PrimaryLink>
      {shop && <SecondaryLink to={shop}>{t('actions.shop')}</SecondaryLink>}
      {support && <SecondaryLink to={support}>{t('nav.support')}</SecondaryLink>}
    </DeadEnd>
  );
}
