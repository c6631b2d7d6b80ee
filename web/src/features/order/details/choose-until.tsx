import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The time until which an order with a lost number waits for another number. */
export function ChooseUntil({ order: { progress } }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const until = progress?.milestones.find(({ key }) => key === 'placed')?.until;
  if (!until) {
    return null;
  }
  return <p style={{ margin: '0.4rem 0 0' }}>{t('lost.until', { time: dayAndTime(until, language) })}</p>;
}
