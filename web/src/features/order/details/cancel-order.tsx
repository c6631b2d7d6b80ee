import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelOrder, type Order } from '@/api/gen';
import { zCancelOrderBody } from '@/api/gen/zod.gen';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Money } from '@/components/money';
import { isEsim, isOwnLine, isPort } from '../model/kind';
import { useOrderAction } from '../model/use-order-action';

const reasons = ['changed-mind', 'found-better', 'too-slow', 'mistake', 'other'] as const;
type Reason = (typeof reasons)[number];

/** Returns the text about the fate of number and SIM. */
function cancelText(order: Order) {
  if (order.stage === 'number-lost') {
    return 'cancel.textLost' as const;
  }
  if (order.replacement) {
    return 'cancel.textReplacement' as const;
  }
  if (isOwnLine(order)) {
    return 'cancel.textMultisim' as const;
  }
  return isEsim(order) ? ('cancel.textEsim' as const) : ('cancel.text' as const);
}

/**
 * Confirms a cancellation, with a reason and the refund: an order can be cancelled only as long as all of its
 * price goes back. For a port the page calls it "withdrawing": the number stays with
 * its operator.
 */
export function CancelOrder({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const words = isPort(order) ? 'withdraw' : 'cancel';
  const text = isPort(order) ? 'withdraw.text' : cancelText(order);
  const paid = order.payments.find(({ status, double }) => status === 'paid' && !double);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('changed-mind');
  const cancel = useOrderAction(order.id, (call, chosen: Reason) =>
    cancelOrder({ ...call, body: { reason: chosen } }),
  );
  const choose = (value: string) => {
    const parsed = zCancelOrderBody.safeParse({ reason: value });
    if (parsed.success) {
      setReason(parsed.data.reason);
    }
  };
  return (
    <>
      <Button variant="transparent" color="red" className="quiet-action" onClick={() => setOpen(true)}>
        {t(`${words}.open`)}
      </Button>
      {open && (
        <ConfirmDialog
          title={t(`${words}.title`)}
          error={cancel.error}
          busy={cancel.isPending}
          keep={t(`${words}.keep`)}
          confirm={t(`${words}.confirm`)}
          onConfirm={() => cancel.mutate(reason, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        >
          <p style={{ margin: 0 }}>{t(text)}</p>
          {paid && (
            <p style={{ margin: 0 }}>
              {t('cancel.back')}{' '}
              <strong>
                <Money amount={paid.amount} />
              </strong>
            </p>
          )}
          <NativeSelect
            size="md"
            label={t('cancel.reason')}
            value={reason}
            onChange={(event) => choose(event.currentTarget.value)}
            data={reasons.map((value) => ({ value, label: t(`cancel.${value}`) }))}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
