import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The order waits for us, not for the customer; only another phone has to be agreed on. */
export function HeldNotice({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const needsPhone = order.held?.failureCode === 'device_not_supported';
  return (
    <Notice tone="warning" title={t('held.title')}>
      <p style={{ margin: 0 }}>{t(needsPhone ? 'held.device' : 'held.text')}</p>
      {order.held && (
        <>
          {!needsPhone && <p style={{ margin: '0.4rem 0 0' }}>{order.held.message}</p>}
          <small>{t('held.since', { time: dayAndTime(order.held.since, language) })}</small>
        </>
      )}
    </Notice>
  );
}
