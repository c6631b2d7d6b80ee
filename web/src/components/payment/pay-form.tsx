import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '@/api/gen-later';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { Form } from '@/components/form/form';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { ChooseMethod } from './choose-method';
import { type Means, meansSchema } from './means';
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

interface Props {
  /** Undefined until the amount is known. */
  total: number | undefined;
  /** The payer is not the signed-in customer, so saved cards are neither offered nor stored. */
  stranger?: boolean;
  /**
   * Tells whether the rest of the page is complete. If not, the function itself shows the missing answers.
   */
  mayPay?: () => boolean | Promise<boolean>;
  balance?: FromBalance | undefined;
  busy: boolean;
  error: unknown;
  /** Call `answered` after the server's answer: a token works once, and another try needs fresh fields. */
  onPay: (payment: Payment, answered: () => void) => void;
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
  const asked = useAskedFields();
  const cards = ways.includes('saved-card') ? kept.cards : [];
  const others = offeredMethods(ways, balance);
  const first = firstChoice(cards, others, balance);
  const { form, refusal } = useSchemaForm<Means>(meansSchema(first), {
    defaultValues: { way: '', keepCard: false, stcPayMobile: '' },
    mode: 'onSubmit',
    error,
    under: (path) => (path.endsWith('stcPayMobile') ? 'stcPayMobile' : path),
  });
  const choice = form.watch('way') || first;
  const send = (payment: Payment) => {
    asked.answered();
    onPay(payment, asked.openAnew);
  };
  const takeToken = (token: string) => send(byToken(choice, token, form.getValues('keepCard')));
  const submit = async ({ stcPayMobile }: Means) => {
    if (mayPay && !(await mayPay())) {
      return;
    }
    if (choice === 'card') {
      asked.ask();
    } else {
      send(withoutToken(choice, stcPayMobile));
    }
  };
  const applePay = choice === 'apple-pay';
  return (
    <Form form={form} className="stack" onSubmit={submit} onInvalid={() => void mayPay?.()}>
      {cards.length + others.length > 1 && (
        <ChooseMethod form={form} cards={cards} others={others} balance={balance} value={choice} />
      )}
      {(choice === 'card' || applePay) && (
        <TypedCard asked={asked} wallet={applePay ? choice : undefined} onToken={takeToken} />
      )}
      {choice === 'card' && kept.mayKeep && (
        <CheckField form={form} name="keepCard" label={t('keep')} description={t('keepHint')} />
      )}
      {choice === 'stc-pay' && <StcPayField form={form} />}
      <ErrorNotice error={refusal} />
      {asked.state === 'silent' && <Notice tone="warning">{t('fieldsSilent')}</Notice>}
      <PayButton
        choice={choice}
        amount={choice === 'balance' && balance ? balance.price : total}
        busy={asked.state === 'asking' || busy}
      />
      <Safety card={choice !== 'stc-pay' && choice !== 'balance'} />
    </Form>
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
