import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '@/api/gen-later';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { keepWalletMobile, keepWay, keptWalletMobile, keptWay } from '@/lib/session/kept-order';
import { ChooseMethod } from './choose-method';
import { type Means, meansSchema } from './means';
import classes from './pay-form.module.css';
import {
  byToken,
  type Declined,
  declinedChoice,
  type FromBalance,
  firstChoice,
  offeredMethods,
  offersApplePay,
  orderedChoices,
  type Payment,
  withoutToken,
} from './payment-methods';
import { Safety } from './safety';
import { useSavedCards } from './saved-cards';
import { StcPayField } from './stc-pay-field';
import { useAskedFields } from './use-asked-fields';
import { useDeclined } from './use-order-again';
import { usePaymentSettings } from './use-payment-settings';

/** The provider's fields: a saved card needs none. */
const NewCard = lazy(() => import('./new-card').then((parts) => ({ default: parts.NewCard })));
const AppleButton = lazy(() => import('./new-card').then((parts) => ({ default: parts.AppleButton })));

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
  /** The last payment of the same goods, if it was declined; default: the one that led back to this page. */
  declined?: Declined | undefined;
  busy: boolean;
  error: unknown;
  /** Call `answered` after the server's answer: a token works once, and another try needs fresh fields. */
  onPay: (payment: Payment, answered: () => void) => void;
}

interface PayButtonProps {
  amount: number | undefined;
  busy: boolean;
  disabled: boolean;
}

function PayButton({ amount, busy, disabled }: PayButtonProps) {
  const { t } = useTranslation('payment');
  return (
    <Button type="submit" size="lg" className="primary-action" loading={busy} disabled={disabled}>
      <span className={classes.pay}>
        {t('pay')} {amount !== undefined && <Money amount={amount} />}
      </span>
    </Button>
  );
}

interface ApplePayProps extends React.ComponentProps<typeof AppleButton> {
  busy: boolean;
  /** There are other methods below. */
  or: boolean;
}

/** The provider's own button, above the other methods. It does not work during a payment. */
function ApplePay({ busy, or, ...button }: ApplePayProps) {
  const { t } = useTranslation('payment');
  return (
    <div className="stack" inert={busy}>
      <Suspense fallback={<Loading lines={1} height={50} />}>
        <AppleButton {...button} />
      </Suspense>
      {or && <p className={classes.or}>{t('or')}</p>}
    </div>
  );
}

/** The reason why the last payment did not succeed, until the customer pays again. */
function Reason({ text }: { text: string | undefined }) {
  const { t } = useTranslation('payment');
  return (
    <Outcome of={text}>
      <Notice tone="negative" title={t('declinedTitle')}>
        {text} {t('declinedHint')}
      </Notice>
    </Outcome>
  );
}

interface ReadyProps extends Props {
  ways: readonly PaymentMethod[];
  kept: ReturnType<typeof useSavedCards>;
}

function ReadyForm({ total, mayPay, balance, declined, busy, error, onPay, ways, kept }: ReadyProps) {
  const { t } = useTranslation('payment');
  const asked = useAskedFields();
  const wallet = useAskedFields();
  const [lastWay] = useState(keptWay);
  const [repeated, setRepeated] = useState(false);
  const choices = {
    cards: ways.includes('saved-card') ? kept.cards : [],
    others: offeredMethods(ways, balance),
    balance,
  };
  const { usable, unusable } = orderedChoices(choices, lastWay);
  const refused = declined && declinedChoice(declined, choices, lastWay);
  const first = firstChoice(usable, refused);
  const { form, refusal } = useSchemaForm<Means>(meansSchema(first), {
    defaultValues: { way: '', keepCard: false, stcPayMobile: keptWalletMobile() },
    mode: 'onSubmit',
    error,
    under: (path) => (path.endsWith('stcPayMobile') ? 'stcPayMobile' : path),
  });
  const choice = form.watch('way') || first;
  const send = (payment: Payment) => {
    asked.answered();
    setRepeated(true);
    keepWay(payment.way);
    if (payment.way === 'stc-pay') {
      keepWalletMobile(payment.stcPayMobile);
    }
    onPay(payment, () => {
      asked.openAnew();
      wallet.openAnew();
    });
  };
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
  const order = [...usable, ...unusable];
  return (
    <Form form={form} className="stack" onSubmit={submit} onInvalid={() => void mayPay?.()}>
      <Reason text={repeated ? undefined : declined?.reason} />
      {offersApplePay(ways) && (
        <ApplePay
          asked={wallet}
          busy={busy}
          or={order.length > 0}
          onToken={(cardToken) => send({ way: 'apple-pay', cardToken })}
        />
      )}
      {order.length > 1 && (
        <ChooseMethod form={form} {...choices} order={order} value={choice} declined={refused} />
      )}
      {choice === 'card' && (
        <Suspense fallback={<Loading lines={kept.mayKeep ? 4 : 3} height={75} />}>
          <NewCard
            asked={asked}
            form={form}
            mayKeep={kept.mayKeep}
            onToken={(token) => send(byToken(token, form.getValues('keepCard')))}
          />
        </Suspense>
      )}
      {choice === 'stc-pay' && <StcPayField form={form} />}
      <ErrorNotice error={refusal} />
      {asked.state === 'silent' && <Notice tone="warning">{t('fieldsSilent')}</Notice>}
      <PayButton
        amount={choice === 'balance' && balance ? balance.price : total}
        busy={asked.state === 'asking' || busy}
        disabled={choice === ''}
      />
      <Safety card={choice !== 'stc-pay' && choice !== 'balance'} />
    </Form>
  );
}

const withoutCards = { cards: [], mayKeep: false, isPending: false };

/**
 * The form in which the payer chooses a payment method: Apple Pay by its own button, the balance, a saved
 * card, a new card (which a signed-in customer may save), or a wallet.
 */
export function PayForm(props: Props) {
  const own = useSavedCards();
  const kept = props.stranger ? withoutCards : own;
  const before = useDeclined();
  const { data, error, refetch } = usePaymentSettings();
  if (data && !kept.isPending) {
    return <ReadyForm {...props} declined={props.declined ?? before} ways={data.payWays} kept={kept} />;
  }
  return error && !data ? <ErrorNotice error={error} onRetry={() => refetch()} /> : <Loading lines={3} />;
}
