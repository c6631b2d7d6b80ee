import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { sendProfile } from '@/api/gen-later';
import { ErrorNotice } from '@/components/error-notice';
import { Email } from '@/components/ltr';
import { useOrderAction } from '../model/use-order-action';

/**
 * Sends the code again by e-mail and SMS, for a customer who reads the page on the phone that must scan the
 * code.
 */
export function SendCode({ order }: { order: Order }) {
  const { t } = useTranslation('esim');
  // The answer is empty: the order stays unchanged.
  const send = useOrderAction<void>(order.id, async (call) => {
    await sendProfile({ ...call, body: {} });
    return { data: order };
  });
  return (
    <div className="stack">
      <Button
        variant="default"
        className="primary-action"
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('send.action')}
      </Button>
      <p role="status" style={{ margin: 0 }}>
        {send.isSuccess && order.contact && (
          <>
            {t('send.done')} <Email address={order.contact.email} />
          </>
        )}
      </p>
      <ErrorNotice error={send.error} />
    </div>
  );
}
