import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Order, selectPlan } from '@/api/gen';
import { listMnpPlansOptions, listPlansOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { PlanCard } from '../components/plan-card';
import { isPort } from '../model/kind';
import { useStepAction, useWizard } from '../shell/wizard-context';
import classes from './plan-step.module.css';

const allPlans = 50;

/** Reads the plans for the order; not each plan accepts a number from another operator. */
function usePlans(order: Order) {
  const headers = { 'accept-language': useLanguage() };
  const bringing = isPort(order);
  const plans = useQuery({
    ...listPlansOptions({ query: { per_page: allPlans, kind: 'voice' }, headers }),
    enabled: !bringing,
  });
  const portPlans = useQuery({ ...listMnpPlansOptions({ headers }), enabled: bringing });
  return bringing ? portPlans : plans;
}

export default function PlanStep() {
  const { t } = useTranslation('order');
  const { order } = useWizard();
  const plans = usePlans(order);
  const choose = useStepAction((call, planId: string) => selectPlan({ ...call, body: { planId } }));
  // Only one plan is marked as the most popular; more marks would mean nothing.
  const popular = plans.data?.items.find(({ featured }) => featured)?.id;
  const busy = choose.isPending ? choose.variables : undefined;
  return (
    <>
      <PageHeading takesFocus title={t('steps.plan-selection.title')} lead={t('steps.plan-selection.lead')} />
      <div className="stack">
        <ErrorNotice error={choose.error} />
        {plans.isPending && <Loading lines={3} height={200} />}
        <ErrorNotice error={plans.error} onRetry={() => plans.refetch()} />
        {plans.data?.items.length === 0 && <p>{t('plan.empty')}</p>}
        <ul className={classes.plans}>
          {plans.data?.items.map((plan) => (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                popular={plan.id === popular}
                booking={order.booking}
                chosen={plan.id === order.plan?.id}
                busy={plan.id === busy}
                disabled={busy !== undefined && plan.id !== busy}
                onChoose={() => choose.submit(plan.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
