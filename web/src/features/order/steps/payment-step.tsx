import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Loading } from '@/components/loading';
import { Outcome } from '@/components/outcome';
import { PageHeading } from '@/components/page-heading';
import { goToBank } from '@/components/payment/go-to-bank';
import { isReturnFromBank } from '@/components/payment/return-from-bank';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLiveOrder } from '../model/use-live-order';
import { CardForm } from '../payment/card-form';
import { isOpenAttempt, PaymentState } from '../payment/payment-state';
import { useWizard } from '../shell/wizard-context';

/** Loaded only for agents. */
const SendPaymentLink = lazyWithTexts(['console'], () => import('../payment/send-payment-link'));

/**
 * Tells whether the customer returned from the bank. It cleans the address, so that the challenge does not
 * open a second time.
 */
function useReturnedFromBank(): boolean {
  const [params, setParams] = useSearchParams();
  const [returned] = useState(isReturnFromBank(params));
  useEffect(() => {
    if (isReturnFromBank(params)) {
      setParams({}, { replace: true });
    }
  }, [params, setParams]);
  return returned;
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
  // Only after a press of Pay in this visit: a customer who returned from the bank is not sent there again.
  useEffect(() => {
    goToBank(bankPage);
  }, [bankPage]);
  const left = attempt?.id === leftForOtherCard && attempt?.status === 'challenge';
  const waiting = attempt !== undefined && isOpenAttempt(attempt) && !left;
  return (
    <>
      <PageHeading takesFocus title={t('steps.payment.title')} lead={t('steps.payment.lead')} />
      <div className="stack form">
        <Outcome of={attempt && `${attempt.id} ${attempt.status}`}>
          {attempt && (
            <PaymentState
              attempt={attempt}
              held={order.booking !== undefined && !order.booking.expired}
              returned={returned}
              onOtherCard={left ? undefined : () => setLeftForOtherCard(attempt.id)}
            />
          )}
        </Outcome>
        {!waiting && order.opened === 'assisted' && (
          <Suspense fallback={<Loading lines={2} />}>
            <SendPaymentLink order={order} />
          </Suspense>
        )}
        {!waiting && order.price && order.opened !== 'assisted' && (
          <div className="card">
            <CardForm total={order.price.total} onPay={() => setAttemptsBefore(order.payments.length)} />
          </div>
        )}
      </div>
    </>
  );
}
