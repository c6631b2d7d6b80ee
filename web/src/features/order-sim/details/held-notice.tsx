import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/format';
import { useLanguage } from '@/lib/use-language';

/** The order waits for us, not for the customer. */
export function HeldNotice({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  return (
    <Notice tone="warning" title={t('held.title')}>
      <p style={{ margin: 0 }}>{t('held.text')}</p>
      {order.held && (
        <>
          <p style={{ margin: '0.4rem 0 0' }}>{order.held.message}</p>
          <small>{t('held.since', { time: dayAndTime(order.held.since, language) })}</small>
        </>
      )}
    </Notice>
  );
}
