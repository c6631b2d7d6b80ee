import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelOrder, type Order } from '@/api/gen';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { isolatedNumber } from '@/lib/session/line-name';
import { useOrderAction } from '../model/use-order-action';
import { isOpenAttempt } from '../payment/payment-state';

/** The consequences for the money and for the reserved number. */
function Consequences({ order }: { order: Order }) {
  const { t } = useTranslation('order-asides');
  const { booking } = order;
  const held = booking && !booking.expired ? isolatedNumber(booking.msisdn) : undefined;
  return (
    <p style={{ margin: 0 }}>
      {t(order.payments.some(isOpenAttempt) ? 'giveUp.paying' : 'giveUp.free')}{' '}
      {held && t('giveUp.number', { number: held })}
    </p>
  );
}

/** Cancels an unpaid order after a confirmation. */
export default function CancelUnpaid({ order }: { order: Order }) {
  const { t } = useTranslation('order-asides');
  const [open, setOpen] = useState(false);
  const cancel = useOrderAction<void>(order.id, (call) =>
    cancelOrder({ ...call, body: { reason: 'changed-mind' } }),
  );
  return (
    <>
      <Button
        variant="transparent"
        color="red"
        className="quiet-action"
        style={{ justifySelf: 'start' }}
        onClick={() => setOpen(true)}
      >
        {t('giveUp.open')}
      </Button>
      {open && (
        <ConfirmDialog
          title={t('giveUp.title')}
          error={cancel.error}
          busy={cancel.isPending}
          keep={t('giveUp.keep')}
          confirm={t('giveUp.confirm')}
          onConfirm={() => cancel.mutate()}
          onClose={() => setOpen(false)}
        >
          <Consequences order={order} />
        </ConfirmDialog>
      )}
    </>
  );
}
