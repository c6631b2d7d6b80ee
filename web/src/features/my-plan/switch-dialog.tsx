import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { switchPlan } from '@/api/gen-lines';
import { type CodeSent, type Plan, type PlanSubscription, requestOtp } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import { OneTimeCode } from '@/components/one-time-code';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Comparison } from './comparison';
import classes from './my-plan.module.css';
import { PlanPrice } from './plan-price';
import { usePlanChange } from './use-plan-change';

interface Props {
  now: Plan;
  next: Plan;
  subscription: PlanSubscription;
  /** The line's number, which gets the code. */
  number: string;
  onClose: () => void;
  onDone: (now: PlanSubscription) => void;
}

type TermsProps = Pick<Props, 'now' | 'next' | 'subscription'>;

/** What the customer agrees to. */
function Terms({ now, next, subscription }: TermsProps) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const { autoRenew, changeableUntil, scheduled, until } = subscription;
  const facts = { plan: now.name, next: next.name, day: day(until, language) };
  return (
    <>
      <Comparison now={now} next={next} />
      <p className={classes.text}>
        <PlanPrice {...next} />. {t(`switching.${next.subscriptionType}`, facts)}
      </p>
      <p className={classes.text}>
        {t('switching.when', facts)} {t('scheduled.until', { until: dayAndTime(changeableUntil, language) })}
      </p>
      {scheduled && <p className={classes.text}>{t('switching.instead', { plan: scheduled.plan.name })}</p>}
      {!autoRenew && <p className={classes.text}>{t('switching.renews')}</p>}
    </>
  );
}

/** Another plan for the next cycle: what that changes, a yes, the code. */
export function SwitchDialog({ now, next, subscription, number, onClose, onDone }: Props) {
  const { t } = useTranslation(['my-plan', 'common']);
  const [sent, setSent] = useState<CodeSent>();
  const { headers } = useLineCall();
  const sendCode = async () => {
    const otp = { mobile_number: number, source: 'switch_plan' as const };
    const versioned = { ...headers, 'X-Api-Version': 'v3' as const };
    return (await requestOtp({ headers: versioned, body: { otp }, throwOnError: true })).data.data;
  };
  const ask = useAttempt(async () => setSent(await sendCode()));
  const change = usePlanChange(
    (call, otp: string) => switchPlan({ ...call, body: { plan_id: next.id, otp } }),
    onDone,
  );
  return (
    <ModalDialog title={t('switching.title', { plan: next.name })} onClose={onClose}>
      {sent ? (
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={number} />}
          onCode={change.mutateAsync}
          onResend={sendCode}
          onCancel={onClose}
        />
      ) : (
        <div className="stack">
          <Terms now={now} next={next} subscription={subscription} />
          <ErrorNotice error={ask.error} />
          <Button loading={ask.busy} onClick={() => ask.attempt()}>
            {t('switching.confirm')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
        </div>
      )}
    </ModalDialog>
  );
}
