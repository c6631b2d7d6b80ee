import { useTranslation } from 'react-i18next';
import { ChoiceField } from '@/components/form/choice-field';
import { TextField } from '@/components/form/text-field';
import type { AnyForm } from '@/components/form/use-bound';
import { Money } from '@/components/money';
import { PayForm } from '@/components/payment/pay-form';
import type { Payment } from '@/components/payment/payment-methods';
import { digitInput } from '@/lib/form/digit-input';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { riyals } from '@/lib/text/format';
import { riyalsOf } from '@/lib/text/riyals';
import { amountIn, type Part, partSchema } from './part';

/** The payment as the server receives it; without an amount it pays all that is left. */
export interface Paid {
  amount?: number;
  pay: Exclude<Payment, { way: 'balance' }>;
}

interface Props {
  left: number;
  /** The part that the customer chose before a declined payment. */
  part?: number | undefined;
  /** A visitor with a bill link has no saved cards. */
  stranger?: boolean;
  busy: boolean;
  error: unknown;
  onPay: (paid: Paid, answered: () => void) => void;
}

function HowMuch({ left, form }: { left: number; form: AnyForm<Part> }) {
  const { t } = useTranslation('bills');
  const error = t('pay.partError', { most: riyals(left) });
  const clear = () => form.clearErrors('amount');
  return (
    <>
      <ChoiceField
        form={form}
        name="part"
        legend={t('pay.howMuch')}
        cards={[
          { value: 'all', title: t('pay.all'), hint: <Money amount={left} /> },
          { value: 'part', title: t('pay.part'), hint: t('pay.partHint') },
        ]}
        onChoose={clear}
      />
      {form.watch('part') === 'part' && (
        <TextField
          form={form}
          name="amount"
          label={t('pay.amount')}
          description={t('pay.amountHint', { most: riyals(left) })}
          missing={error}
          invalid={error}
          autoComplete="off"
          maxLength={40}
          {...digitInput}
          inputMode="decimal"
          onType={clear}
        />
      )}
    </>
  );
}

/** The amount and the payment method of a bill. The payment is a form of its own, below the amount. */
export function PayBill({ left, part: chosen, stranger = false, busy, error, onPay }: Props) {
  const { form } = useSchemaForm<Part>(partSchema(left), {
    defaultValues: {
      part: chosen === undefined ? 'all' : 'part',
      amount: chosen === undefined ? '' : riyalsOf(chosen),
    },
    mode: 'onSubmit',
  });
  const part = form.watch();
  const amount = amountIn(part, left);
  const mayPay = () => form.trigger(undefined, { shouldFocus: true });
  const pay = (payment: Payment, answered: () => void) => {
    // A wallet's button does not call `mayPay` itself.
    if (payment.way === 'balance' || amount === undefined) {
      void mayPay();
      answered();
      return;
    }
    onPay({ ...(part.part === 'part' && { amount }), pay: payment }, answered);
  };
  return (
    <div className="stack">
      <HowMuch left={left} form={form} />
      <PayForm total={amount} stranger={stranger} mayPay={mayPay} busy={busy} error={error} onPay={pay} />
    </div>
  );
}
