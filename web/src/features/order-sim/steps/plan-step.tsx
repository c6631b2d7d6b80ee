import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { selectPlan } from '@/api/gen';
import { listPlansOptions } from '@/api/gen/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/use-language';
import { PlanCard } from '../components/plan-card';
import { useStepAction, useWizard } from '../wizard-context';
import classes from './plan-step.module.css';

const allPlans = 50;

export default function PlanStep() {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { order } = useWizard();
  const plans = useQuery(
    listPlansOptions({ query: { per_page: allPlans }, headers: { 'accept-language': language } }),
  );
  const choose = useStepAction((call, planId: string) => selectPlan({ ...call, body: { planId } }));
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
