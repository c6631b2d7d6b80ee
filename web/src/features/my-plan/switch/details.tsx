import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanSubscription } from '@/api/gen-session';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { usePaymentSettings } from '@/components/payment/use-payment-settings';
import { day, dayAndTime, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Comparison } from '../comparison';
import { Exchange } from './exchange';
import { Price } from './price';
import { steps } from './steps';
import type { Offer, Start } from './wanted';

interface Props {
  offer: Offer;
  subscription: PlanSubscription;
  start: Start;
  busy: boolean;
  error: unknown;
  onStart: (start: Start) => void;
  onDone: () => void;
}

function When({ offer, start, onStart }: Pick<Props, 'offer' | 'start' | 'onStart'>) {
  const { t } = useTranslation('switch-plan');
  const language = useLanguage();
  const { now, later, notNow, notLater, present } = offer;
  const minutes = usePaymentSettings().data?.planSwitchMinutes ?? 5;
  return (
    <RadioCards<Start>
      legend={t('when.legend')}
      name="start"
      value={start}
      onChange={onStart}
      cards={[
        {
          value: 'now',
          title: t('when.now'),
          hint: now ? t('when.nowHint', { count: minutes }) : notNow,
          disabled: !now,
        },
        {
          value: 'renewal',
          title: later ? t('when.later', { day: day(later.startsAt, language) }) : t('when.laterNone'),
          hint: later
            ? t('when.laterHint', { plan: present.name, until: dayAndTime(later.changeableUntil, language) })
            : notLater,
          disabled: !later,
        },
      ]}
    />
  );
}

/** Further facts that the customer should know before the confirmation. */
function Consequences({ offer, start, subscription }: Pick<Props, 'offer' | 'start' | 'subscription'>) {
  const { t } = useTranslation('switch-plan');
  const { now, later, plan } = offer;
  const leaving = now?.items.find(({ item }) => item === 'commitment-left');
  const { scheduled, autoRenew } = subscription;
  return (
    <>
      {start === 'now' && leaving && (
        <Notice tone="warning">{t('consequences.commitment', { amount: riyals(leaving.amount) })}</Notice>
      )}
      {start === 'renewal' && later && !later.covered && (
        <Notice tone="warning">{t('consequences.short', { amount: riyals(later.amount) })}</Notice>
      )}
      {scheduled && scheduled.plan.id !== plan.id && (
        <p>{t('consequences.instead', { plan: scheduled.plan.name })}</p>
      )}
      {!autoRenew && plan.renews && <p>{t('consequences.renews')}</p>}
    </>
  );
}

/** PAYMENT_DETAILS: the start, the losses and gains, the price. */
export function Details({ offer, subscription, start, busy, error, onStart, onDone }: Props) {
  const { t } = useTranslation('switch-plan');
  return (
    <section className="stack" data-step={steps.paymentDetails}>
      <When offer={offer} start={start} onStart={onStart} />
      <div className="card stack">
        {start === 'now' ? (
          <Exchange offer={offer} until={subscription.until} />
        ) : (
          <Comparison now={offer.present} next={offer.plan} />
        )}
        <Price offer={offer} start={start} />
      </div>
      <Consequences offer={offer} start={start} subscription={subscription} />
      <ErrorNotice error={error} />
      <Button size="lg" className="primary-action" loading={busy} onClick={onDone}>
        {t('details.next')}
      </Button>
    </section>
  );
}
