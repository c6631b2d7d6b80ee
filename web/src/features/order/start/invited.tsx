import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { useSite } from '@/lib/site/site';
import { riyals } from '@/lib/text/format';

/** What the invitation brings that this order starts with. */
export default function Invited() {
  const { t } = useTranslation('refer');
  const settings = useSite()?.settings;
  return (
    settings && (
      <div style={{ marginBlockEnd: '1.5rem' }}>
        <Notice tone="positive" title={t('invited.title')}>
          {t('invited.text', { amount: riyals(settings.referralReward) })}
        </Notice>
      </div>
    )
  );
}
