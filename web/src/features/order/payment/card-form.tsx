import { type PayOrderData, payOrder } from '@/api/gen';
import { PayForm } from '@/components/payment/pay-form';
import type { Payment } from '@/components/payment/payment-methods';
import { useOrderAction } from '../model/use-order-action';
import { useWizard } from '../shell/wizard-context';

type Body = PayOrderData['body'];

interface Props {
  total: number;
  onPay: () => void;
}

/** Returns the body of the call. An order's payment needs no `way`: the other fields identify it. */
const bodyOf = ({ way: _way, ...means }: Payment): Body => means;

/** The payment form of an order. The step around it shows why the last payment was declined. */
export function CardForm({ total, onPay }: Props) {
  const { order } = useWizard();
  const last = order.payments.at(-1);
  const pay = useOrderAction(order.id, (call, body: Body) => payOrder({ ...call, body }));
  return (
    <PayForm
      total={total}
      declined={last?.status === 'declined' ? last : undefined}
      busy={pay.isPending}
      error={pay.error}
      onPay={(payment, answered) => {
        onPay();
        pay.mutate(bodyOf(payment), { onSettled: answered });
      }}
    />
  );
}
