import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, PlanCommitment, PlanSubscription } from '@/api/gen-session';
import { Notice } from '@/components/notice';
import { Outcome } from '@/components/outcome';
import { riyals } from '@/lib/text/format';
import { AutoRenew, AutoRenewDialog } from './auto-renew';
import { LastSwitch } from './last-switch';
import { OtherPlans } from './other-plans';
import { Renewal } from './renewal';
import { CancelDialog, Scheduled } from './scheduled';
import { Summary } from './summary';
import { Trouble } from './trouble';

interface Change {
  what: 'stop' | 'start' | 'cancel';
}

interface Said {
  title: string;
  text?: string;
}

function Commitment({ commitment }: { commitment: PlanCommitment }) {
  const { t } = useTranslation('my-plan');
  return (
    <section className="card">
      <h2 className="heading">{t('commitment.title')}</h2>
      <p>
        {t('commitment.left', { count: commitment.monthsLeft })}{' '}
        {t('commitment.leaving', { amount: riyals(commitment.leavingCosts) })}
      </p>
    </section>
  );
}

interface Props {
  plan: Plan;
  subscription: PlanSubscription;
}

interface DialogProps extends Props {
  change: Change;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** The dialog of a change, and its result. */
function ChangeDialog({ change, plan, subscription, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('my-plan');
  const { scheduled } = subscription;
  if (change.what === 'cancel') {
    const done = { title: t('cancelling.done', { plan: plan.name }) };
    return (
      scheduled && (
        <CancelDialog plan={plan} scheduled={scheduled} onClose={onClose} onDone={() => onDone(done)} />
      )
    );
  }
  const { what } = change;
  return (
    <AutoRenewDialog
      what={what}
      subscription={subscription}
      onClose={onClose}
      onDone={() => onDone({ title: t(`autoRenew.${what}.done`) })}
    />
  );
}

/**
 * Tells whether the customer can choose the renewal here. An expired plan without renewal is started again at
 * the top of the page.
 */
const choosesRenewal = (plan: Plan, { stage, autoRenew }: PlanSubscription) =>
  plan.subscriptionType === 'prepaid' &&
  plan.renews &&
  (stage === 'active' || (stage !== 'ended' && autoRenew));

/** A plan with cycles in this system, and all its actions. */
export function FollowedPlan({ plan, subscription }: Props) {
  const [change, setChange] = useState<Change>();
  const [said, setSaid] = useState<Said>();
  const { commitment, lastSwitch, renewal, scheduled, stage } = subscription;
  const finish = (done: Said) => {
    setChange(undefined);
    setSaid(done);
  };
  return (
    <div className="stack">
      <Outcome of={said?.title}>
        <Notice tone="positive" title={said?.title}>
          {said?.text}
        </Notice>
      </Outcome>
      <Trouble subscription={subscription} onStart={() => setChange({ what: 'start' })} />
      {lastSwitch && <LastSwitch last={lastSwitch} />}
      {scheduled && (
        <Scheduled
          subscription={subscription}
          scheduled={scheduled}
          onCancel={() => setChange({ what: 'cancel' })}
        />
      )}
      <Summary plan={plan} subscription={subscription} />
      {stage === 'active' && renewal && <Renewal renewal={renewal} />}
      {choosesRenewal(plan, subscription) && (
        <AutoRenew subscription={subscription} onChange={(what) => setChange({ what })} />
      )}
      {commitment && <Commitment commitment={commitment} />}
      {stage !== 'ended' && <OtherPlans plan={plan} subscription={subscription} />}
      {change && (
        <ChangeDialog
          change={change}
          plan={plan}
          subscription={subscription}
          onClose={() => setChange(undefined)}
          onDone={finish}
        />
      )}
    </div>
  );
}
