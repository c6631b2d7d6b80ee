import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanSubscription } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PayForm } from '@/components/payment/pay-form';
import { useOrderAgain } from '@/components/payment/use-order-again';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSession } from '@/lib/session';
import { Details } from './details';
import { ScheduledDone } from './scheduled-done';
import { type Step, steps } from './steps';
import { Summary } from './summary';
import { useSwitch, useSwitchCode } from './use-switch';
import { firstStart, type Offer, type Start } from './wanted';

interface Props {
  offer: Offer;
  subscription: PlanSubscription;
}

type PaymentProps = Pick<ReturnType<typeof useSwitch>, 'atOnce'> & { offer: Offer; onChange: () => void };

/** PAYMENT: the balance, a card or a wallet. The page of the purchase shows the outcome. */
function Payment({ offer: { now }, atOnce, onChange }: PaymentProps) {
  const { t } = useTranslation('switch-plan');
  if (!now) {
    return null;
  }
  const { fromBalance, balance } = now;
  const payer =
    fromBalance !== undefined && balance !== undefined ? { left: balance, price: fromBalance } : undefined;
  return (
    <section className="stack" data-step={steps.payment}>
      <div className="card stack">
        <PayForm
          total={now.total}
          balance={payer}
          busy={atOnce.isPending}
          error={atOnce.error}
          onPay={(pay, answered) => atOnce.mutate(pay, { onSettled: answered })}
        />
      </div>
      <Button variant="default" onClick={onChange}>
        {t('summary.change')}
      </Button>
    </section>
  );
}

/** The steps of a switch: PAYMENT_DETAILS, VALIDATE_OTP, PLAN_SUMMARY, PAYMENT. */
export function SwitchFlow({ offer, subscription }: Props) {
  const { selected } = useSession();
  const number = selected?.mobile_number ?? '';
  // The code of the declined try is still valid.
  const again = useOrderAgain() !== undefined && offer.now !== undefined;
  const [step, setStep] = useState<Step>(again ? steps.payment : steps.paymentDetails);
  const [start, setStart] = useState<Start>(firstStart(offer));
  const [proven, setProven] = useState(false);
  const [done, setDone] = useState<PlanSubscription>();
  const code = useSwitchCode(number);
  const ask = useAttempt(async () => {
    if (!proven) {
      await code.send();
    }
    setStep(proven ? steps.planSummary : steps.validateOtp);
  });
  const { atOnce, later } = useSwitch(offer, setDone);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The code field takes the focus by itself.
    if (step !== steps.paymentDetails && step !== steps.validateOtp) {
      top.current?.focus();
    }
  }, [step]);
  const change = () => {
    atOnce.reset();
    later.reset();
    setStep(steps.paymentDetails);
  };
  const agree = () => {
    if (start === 'renewal') {
      later.mutate();
    } else if (offer.now?.paidBy === 'invoice') {
      atOnce.mutate({ way: 'invoice' });
    } else {
      setStep(steps.payment);
    }
  };
  if (done) {
    return <ScheduledDone offer={offer} now={done} />;
  }
  return (
    <div ref={top} tabIndex={-1}>
      {step === steps.paymentDetails && (
        <Details
          offer={offer}
          subscription={subscription}
          start={start}
          busy={ask.busy}
          error={ask.error}
          onStart={setStart}
          onDone={() => ask.attempt()}
        />
      )}
      {step === steps.validateOtp && code.sent && (
        <section className="card" data-step={step}>
          <OneTimeCode
            sent={code.sent}
            to={<Msisdn value={number} />}
            onCode={async (typed) => {
              await code.check(typed);
              setProven(true);
              setStep(steps.planSummary);
            }}
            onResend={code.send}
            onCancel={change}
          />
        </section>
      )}
      {step === steps.planSummary && (
        <Summary
          offer={offer}
          start={start}
          number={number}
          busy={atOnce.isPending || later.isPending}
          error={atOnce.error ?? later.error}
          onChange={change}
          onDone={agree}
        />
      )}
      {step === steps.payment && <Payment offer={offer} atOnce={atOnce} onChange={change} />}
    </div>
  );
}
