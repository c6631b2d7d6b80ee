import { useTranslation } from 'react-i18next';
import type { PartnerAway } from '@/api/gen-support';
import { Notice } from '@/components/notice';
import { useLanguage } from '@/lib/text/use-language';
import { sinceIn } from './use-outages';

/** Names the partner that an order or a purchase waits for. */
export function AwayNotice({ of: { name, since }, now }: { of: PartnerAway; now: string }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <Notice tone="warning" title={t('outages.away', { name, since: sinceIn(since, now, language) })}>
      {t('outages.goesOn')}
    </Notice>
  );
}
