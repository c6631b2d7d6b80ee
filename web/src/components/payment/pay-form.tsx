import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '@/api/gen-later';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { ChooseMethod } from './choose-method';
import classes from './pay-form.module.css';
import {
  byToken,
  type FromBalance,
  firstChoice,
  offeredMethods,
  type Payment,
  withoutToken,
} from './payment-methods';
import { Safety } from './safety';
import { useSavedCards } from './saved-cards';
import { StcPayField } from './stc-pay-field';
import { TypedCard } from './typed-card';
import { useAskedFields } from './use-asked-fields';
import { usePaymentSettings } from './use-payment-settings';
import { useWallet } from './use-wallet';

interface Props {
  /** Undefined until the amount is known. */
  total: number | undefined;
  /** The payer is not the signed-in customer, so saved cards are neither offered nor stored. */
  stranger?: boolean;
  /**
   * Tells whether the rest of the page is complete. If not, the function itself shows the missing answers.
   */
  mayPay?: () => boolean;
  balance?: FromBalance | undefined;
  busy: boolean;
  error: unknown;
  /** Call `answered` after the server's answer: a token works once, and another try needs fresh fields. */
  onPay: (payment: Payment, answered: () => void) => void;
}

function KeepCard({ keep, onChange }: { keep: boolean; onChange: (keep: boolean) => void }) {
  const { t } = useTranslation('payment');
  return (
    <Checkbox
      size="md"
      checked={keep}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t('keep')}
      description={t('keepHint')}
    />
  );
}

interface PayButtonProps {
  choice: string;
  amount: number | undefined;
  busy: boolean;
}

/** The button that pays. Apple Pay uses the provider's own button. */
function PayButton({ choice, amount, busy }: PayButtonProps) {
  const { t } = useTranslation('payment');
  if (choice === 'apple-pay') {
    return busy && <Loading lines={1} height={50} />;
  }
  return (
    <Button type="submit" size="lg" className="primary-action" loading={busy} disabled={choice === ''}>
      <span className={classes.pay}>
        {t('pay')} {amount !== undefined && <Money amount={amount} />}
      </span>
    </Button>
  );
}

interface ReadyProps extends Props {
  ways: readonly PaymentMethod[];
  kept: ReturnType<typeof useSavedCards>;
}

function ReadyForm({ total, mayPay, balance, busy, error, onPay, ways, kept }: ReadyProps) {
  const { t } = useTranslation('payment');
  const [chosen, setChosen] = useState<string>();
  const [keep, setKeep] = useState(false);
  const asked = useAskedFields();
  const wallet = useWallet(error);
  const cards = ways.includes('saved-card') ? kept.cards : [];
  const others = offeredMethods(ways, balance);
  const choice = chosen ?? firstChoice(cards, others, balance);
  const send = (payment: Payment) => {
    asked.answered();
    onPay(payment, asked.openAnew);
  };
  const takeToken = (token: string) => send(byToken(choice, token, keep));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayPay && !mayPay()) {
      return;
    }
    if (choice === 'card') {
      asked.ask();
      return;
    }
    const payment = withoutToken(choice, wallet.take);
    if (payment) {
      send(payment);
    }
  };
  const applePay = choice === 'apple-pay';
  return (
    <form noValidate className="stack" onSubmit={submit}>
      {cards.length + others.length > 1 && (
        <ChooseMethod cards={cards} others={others} balance={balance} value={choice} onChange={setChosen} />
      )}
      {(choice === 'card' || applePay) && (
        <TypedCard asked={asked} wallet={applePay ? choice : undefined} onToken={takeToken} />
      )}
      {choice === 'card' && kept.mayKeep && <KeepCard keep={keep} onChange={setKeep} />}
      {choice === 'stc-pay' && (
        <StcPayField value={wallet.mobile} error={wallet.error} onChange={wallet.change} />
      )}
      <ErrorNotice error={wallet.rest} />
      {asked.state === 'silent' && <Notice tone="warning">{t('fieldsSilent')}</Notice>}
      <PayButton
        choice={choice}
        amount={choice === 'balance' && balance ? balance.price : total}
        busy={asked.state === 'asking' || busy}
      />
      <Safety card={choice !== 'stc-pay' && choice !== 'balance'} />
    </form>
  );
}

const withoutCards = { cards: [], mayKeep: false, isPending: false };

/**
 * The form in which the payer chooses a payment method: a saved card, a new card (which a signed-in customer
 * may save), a wallet, or the balance.
 */
export function PayForm(props: Props) {
  const own = useSavedCards();
  const kept = props.stranger ? withoutCards : own;
  const { data, error, refetch } = usePaymentSettings();
  if (data && !kept.isPending) {
    return <ReadyForm {...props} ways={data.payWays} kept={kept} />;
  }
  return error && !data ? <ErrorNotice error={error} onRetry={() => refetch()} /> : <Loading lines={3} />;
}
