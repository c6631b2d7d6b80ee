import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { startAutoRenewal, stopAutoRenewal } from '@/api/gen-lines';
import type { PlanSubscription } from '@/api/gen-session';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { lastDay } from '@/components/plan/cycle';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './my-plan.module.css';
import { usePlanChange } from './use-plan-change';

const calls = { stop: stopAutoRenewal, start: startAutoRenewal };

interface DialogProps {
  what: keyof typeof calls;
  subscription: PlanSubscription;
  onClose: () => void;
  onDone: (now: PlanSubscription) => void;
}

/** The effect of stopping or starting the renewal, and the customer's confirmation. */
export function AutoRenewDialog({ what, subscription, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const change = usePlanChange((call) => calls[what](call), onDone);
  const { scheduled, stage } = subscription;
  const promise =
    what === 'start' && stage !== 'active' ? 'autoRenew.start.back' : (`autoRenew.${what}.text` as const);
  const facts = { day: day(lastDay(subscription), language) };
  return (
    <ConfirmDialog
      title={t(`autoRenew.${what}.title`)}
      error={change.error}
      busy={change.isPending}
      keep={t(`autoRenew.${what}.keep`)}
      confirm={t(`autoRenew.${what}.confirm`)}
      harmless={what !== 'stop'}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>{t(promise, facts)}</p>
      {what === 'stop' && scheduled && (
        <p>
          {t(scheduled.paid ? 'autoRenew.stop.paidSwitch' : 'autoRenew.stop.endsSwitch', {
            plan: scheduled.plan.name,
            day: day(scheduled.startsAt, language),
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}

interface Props {
  subscription: PlanSubscription;
  onChange: (what: keyof typeof calls) => void;
}

/** Shows whether the plan renews, with a button to change it. */
export function AutoRenew({ subscription: { autoRenew }, onChange }: Props) {
  const { t } = useTranslation('my-plan');
  return (
    <section className={`card row between ${classes.row}`}>
      <div>
        <h2 className="heading">{t('autoRenew.title')}</h2>
        <p>{t(autoRenew ? 'autoRenew.on' : 'autoRenew.off')}</p>
      </div>
      <Button
        variant={autoRenew ? 'default' : 'filled'}
        onClick={() => onChange(autoRenew ? 'stop' : 'start')}
      >
        {t(autoRenew ? 'autoRenew.stop.open' : 'autoRenew.start.open')}
      </Button>
    </section>
  );
}
