import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cancelPlanSwitch } from '@/api/gen-lines';
import type { Plan, PlanSubscription, ScheduledPlan } from '@/api/gen-session';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Notice } from '@/components/notice';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { isChangeable } from './cycle';
import { usePlanChange } from './use-plan-change';

/** The id of the list of plans on the page. */
export const plansId = 'other-plans';

interface Props {
  subscription: PlanSubscription;
  scheduled: ScheduledPlan;
  onCancel: () => void;
}

/** The next plan, and the deadline to change it. */
export function Scheduled({ subscription, scheduled, onCancel }: Props) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const title = t('scheduled.title', { plan: scheduled.plan.name, day: day(scheduled.startsAt, language) });
  if (!isChangeable(subscription)) {
    return <Notice title={title}>{t(scheduled.paid ? 'scheduled.paid' : 'scheduled.prepared')}</Notice>;
  }
  const actions = (
    <div className="button-row">
      <Button component="a" href={`#${plansId}`} variant="default">
        {t('scheduled.change')}
      </Button>
      <Button variant="subtle" color="red" onClick={onCancel}>
        {t('cancelling.open')}
      </Button>
    </div>
  );
  return (
    <Notice title={title} action={actions}>
      {t('scheduled.until', { until: dayAndTime(subscription.changeableUntil, language) })}
    </Notice>
  );
}

interface DialogProps {
  plan: Plan;
  scheduled: ScheduledPlan;
  onClose: () => void;
  onDone: () => void;
}

/** Confirms that the customer keeps the present plan. */
export function CancelDialog({ plan, scheduled, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const cancel = usePlanChange((call) => cancelPlanSwitch(call), onDone);
  const facts = {
    next: scheduled.plan.name,
    plan: plan.name,
    day: day(scheduled.startsAt, language),
  };
  return (
    <ConfirmDialog
      title={t('cancelling.title', facts)}
      error={cancel.error}
      busy={cancel.isPending}
      keep={t('cancelling.keep')}
      confirm={t('cancelling.confirm')}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      {t('cancelling.text', facts)}
    </ConfirmDialog>
  );
}
