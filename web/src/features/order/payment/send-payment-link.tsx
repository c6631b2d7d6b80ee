import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { sendPaymentLink } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';

/** Sends the caller a payment link, because agents never see a card. */
export default function SendPaymentLink({ order }: { order: Order }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const send = useKeyedCall((key, _order: string) =>
    sendPaymentLink({
      headers: { 'accept-language': language, 'Idempotency-Key': key },
      path: { id: order.id },
      throwOnError: true,
    }),
  );
  return (
    <div className="card stack">
      <p style={{ margin: 0 }}>{t('assisted.payText')}</p>
      {send.data && (
        <Notice tone="positive" title={t('assisted.sent')}>
          <Ltr>{send.data.sentTo.join(' · ')}</Ltr>
        </Notice>
      )}
      <ErrorNotice error={send.error} />
      <Button loading={send.isPending} onClick={() => send.mutate(order.id)}>
        {t('assisted.send')}
      </Button>
    </div>
  );
}
