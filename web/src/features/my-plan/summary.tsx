import { useTranslation } from 'react-i18next';
import type { Plan, PlanSubscription } from '@/api/gen-session';
import { daysLeft, lastDay, partOver } from '@/components/plan/cycle';
import { PlanPrice } from '@/components/plan/plan-price';
import { Group } from '@/components/ui/layout';
import { Progress } from '@/components/ui/progress';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { AllowanceList } from './allowance-list';
import { isPaidAhead } from './cycle';
import classes from './my-plan.module.css';

/** The progress of the cycle. A plan without an active cycle shows none. */
function Cycle({ subscription }: { subscription: PlanSubscription }) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const { autoRenew, from, scheduled, until } = subscription;
  const left = t('left', { count: daysLeft(subscription) });
  const goesOn = autoRenew || scheduled !== undefined;
  return (
    <div className={classes.cycle}>
      <Progress label={t('cycle')} part={partOver(subscription)} text={left} />
      <Group component="p" gap="0.1rem 1rem" align="stretch" justify="space-between">
        <strong>{left}</strong>
        <span>
          {goesOn
            ? t('renewsOn', { day: day(until, language) })
            : t('endsOn', { day: day(lastDay(subscription), language) })}
        </span>
      </Group>
      {isPaidAhead(subscription) && <p className="dimmed">{t('paidAhead', { day: day(from, language) })}</p>}
    </div>
  );
}

const tones: Partial<Record<PlanSubscription['stage'], string>> = {
  active: 'positive',
  grace: 'warning',
  expired: 'negative',
  ended: 'negative',
};

/** The plan, its price and its state. */
export function Summary({ plan, subscription }: { plan: Plan; subscription?: PlanSubscription }) {
  const { t } = useTranslation('my-plan');
  return (
    <section className="card stack tight" aria-label={plan.name}>
      <Group gap="0.25rem 1rem" align="baseline" justify="space-between">
        <h2>{plan.name}</h2>
        {subscription && (
          <span className="pill" data-tone={tones[subscription.stage]}>
            {t(`stage.${subscription.stage}`)}
          </span>
        )}
      </Group>
      <p className="dimmed">
        <PlanPrice {...plan} />
      </p>
      <AllowanceList items={plan.items} />
      {subscription?.stage === 'active' && <Cycle subscription={subscription} />}
    </section>
  );
}
