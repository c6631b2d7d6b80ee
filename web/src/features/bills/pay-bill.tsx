import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '@/components/choice/radio-cards';
import { Money } from '@/components/money';
import { PayForm } from '@/components/payment/pay-form';
import type { Payment } from '@/components/payment/payment-methods';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { riyals } from '@/lib/text/format';
import { usePart } from './use-part';

/** The payment as the server receives it; without an amount it pays all that is left. */
export interface Paid {
  amount?: number;
  pay: Exclude<Payment, { way: 'balance' }>;
}

interface Props {
  left: number;
  /** The part that the customer chose before a declined payment. */
  part?: number;
  /** A visitor with a bill link has no saved cards. */
  stranger?: boolean;
  busy: boolean;
  error: unknown;
  onPay: (paid: Paid, answered: () => void) => void;
}

function HowMuch({ left, part }: { left: number; part: ReturnType<typeof usePart> }) {
  const { t } = useTranslation('bills');
  return (
    <>
      <RadioCards
        legend={t('pay.howMuch')}
        name="part"
        value={part.isPart ? 'part' : 'all'}
        cards={[
          { value: 'all', title: t('pay.all'), hint: <Money amount={left} /> },
          { value: 'part', title: t('pay.part'), hint: t('pay.partHint') },
        ]}
        onChange={(value) => part.choose(value === 'part')}
      />
      {part.isPart && (
        <TextInput
          size="md"
          dir="ltr"
          inputMode="decimal"
          label={t('pay.amount')}
          description={t('pay.amountHint', { most: riyals(left) })}
          autoComplete="off"
          maxLength={40}
          value={part.typed}
          error={part.error}
          onChange={(event) => part.type(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** The amount and the payment method of a bill. */
export function PayBill({ left, part: chosen, stranger = false, busy, error, onPay }: Props) {
  const part = usePart(left, chosen);
  const [tries, setTries] = useState(0);
  const form = useFirstMistake<HTMLDivElement>(tries, error);
  const mayPay = () => {
    setTries(tries + 1);
    return part.isWhole();
  };
  const pay = (payment: Payment, answered: () => void) => {
    // A wallet's button does not call `mayPay` itself.
    if (payment.way === 'balance' || part.amount === undefined) {
      mayPay();
      answered();
      return;
    }
    onPay({ ...(part.isPart && { amount: part.amount }), pay: payment }, answered);
  };
  return (
    <div ref={form} className="stack">
      <HowMuch left={left} part={part} />
      <PayForm
        total={part.amount}
        stranger={stranger}
        mayPay={mayPay}
        busy={busy}
        error={error}
        onPay={pay}
      />
    </div>
  );
}
