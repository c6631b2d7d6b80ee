import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { payOrder } from '@/api/gen';
import { getAppConfigurationOptions } from '@/api/gen/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { useLiveOrder } from '../model/use-live-order';
import { useOrderAction } from '../model/use-order-action';
import { CardFields, type CardFieldsHandle } from '../payment/card-fields';
import { goToBank } from '../payment/go-to-bank';
import { isOpenAttempt, PaymentState } from '../payment/payment-state';
import { useWizard } from '../shell/wizard-context';
import classes from './payment-step.module.css';

/** Back from the bank: the address is tidied, and the challenge is not opened a second time by itself. */
function useReturnedFromBank(): boolean {
  const [params, setParams] = useSearchParams();
  const [returned] = useState(params.has('payment'));
  useEffect(() => {
    if (params.has('payment')) {
      setParams({}, { replace: true });
    }
  }, [params, setParams]);
  return returned;
}

const tokenPatience = 20_000;

function CardForm({ total, onPay }: { total: number; onPay: () => void }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { order } = useWizard();
  const fields = useRef<CardFieldsHandle>(null);
  const [asking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  const configuration = useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
  const pay = useOrderAction(order.id, (call, cardToken: string) =>
    payOrder({ ...call, body: { cardToken } }),
  );
  const takeToken = (token: string) => {
    setAsking(false);
    onPay();
    pay.mutate(token, {
      // A token works once: another try needs fresh fields.
      onSettled: () => setRound((known) => known + 1),
    });
  };
  // The provider's page may stay silent; the customer can press again.
  useEffect(() => {
    const timer = asking ? setTimeout(() => setAsking(false), tokenPatience) : undefined;
    return () => clearTimeout(timer);
  }, [asking]);
  const busy = asking || pay.isPending;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
        fields.current?.submit();
      }}
    >
      {configuration.isPending && <Loading lines={3} />}
      <ErrorNotice error={configuration.error} onRetry={() => configuration.refetch()} />
      {configuration.data && (
        <CardFields
          key={`${language}-${round}`}
          ref={fields}
          widget={configuration.data.paymentWidget}
          onToken={takeToken}
          onRefused={() => setAsking(false)}
        />
      )}
      <ErrorNotice error={pay.error} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        <span className={classes.pay}>
          {t('payment.pay')} <Money amount={total} />
        </span>
      </Button>
      <p className={classes.secure}>
        <Lock size={16} aria-hidden /> {t('payment.secure')} · {t('payment.accepted')}
      </p>
    </form>
  );
}

export default function PaymentStep() {
  const { t } = useTranslation('order');
  const { order } = useWizard();
  useLiveOrder(order.id);
  const returned = useReturnedFromBank();
  const [leftForOtherCard, setLeftForOtherCard] = useState<string>();
  const [attemptsBefore, setAttemptsBefore] = useState(Number.POSITIVE_INFINITY);
  const attempt = order.payments.at(-1);
  const begunHere = order.payments.length > attemptsBefore && attempt?.status === 'challenge';
  const bankPage = begunHere ? attempt.challengeUrl : undefined;
  // Only for an attempt begun by a click on Pay in this visit: who comes back from the bank is not sent there again.
  useEffect(() => goToBank(bankPage), [bankPage]);
  const left = attempt?.id === leftForOtherCard && attempt?.status === 'challenge';
  const waiting = attempt !== undefined && isOpenAttempt(attempt) && !left;
  return (
    <>
      <PageHeading takesFocus title={t('steps.payment.title')} lead={t('steps.payment.lead')} />
      <div className="stack form">
        {attempt && (
          <PaymentState
            attempt={attempt}
            returned={returned}
            onOtherCard={left ? undefined : () => setLeftForOtherCard(attempt.id)}
          />
        )}
        {!waiting && order.price && (
          <div className="card">
            <CardForm total={order.price.total} onPay={() => setAttemptsBefore(order.payments.length)} />
          </div>
        )}
      </div>
    </>
  );
}
