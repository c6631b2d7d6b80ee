import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Order, selectPlan } from '@/api/gen';
import type { Plan } from '@/api/gen-later';
import { listMnpPlansOptions, listPlansOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { usePlanTypes } from '@/components/plan/plan-types';
import { SaleList } from '@/components/sale/sale-card';
import { useLanguage } from '@/lib/text/use-language';
import { PlanCard } from '../components/plan-card';
import { committedMonths } from '../model/commitment';
import { isPort } from '../model/kind';
import { useStepAction, useWizard } from '../shell/wizard-context';

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
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const plans = usePlans(order);
  const choose = useStepAction((call, planId: string) => selectPlan({ ...call, body: { planId } }));
  const onSale = plans.data?.items ?? [];
  const { type, choice } = usePlanTypes(
    onSale.map(({ subscriptionType }) => subscriptionType),
    onSale.find(({ id }) => id === order.plan?.id)?.subscriptionType,
  );
  const shown = onSale.filter(({ subscriptionType }) => subscriptionType === type);
  // Only one plan is marked as the most popular; more marks would mean nothing.
  const popular = shown.find(({ featured }) => featured)?.id;
  const includes = (plan: Plan) => committedMonths(plan, order.booking) > 0;
  const busy = choose.isPending ? choose.variables : undefined;
  return (
    <>
      <PageHeading takesFocus title={t('steps.plan-selection.title')} lead={t('steps.plan-selection.lead')} />
      <div className="stack">
        <ErrorNotice error={choose.error} />
        {plans.isPending && <Loading lines={3} height={200} />}
        <ErrorNotice error={plans.error} onRetry={() => plans.refetch()} />
        {plans.data?.items.length === 0 && <p>{t('plan.empty')}</p>}
        {choice}
        {order.booking && !shown.some(includes) && onSale.some(includes) && (
          <p className="dimmed">
            {t('plan.freeElsewhere', { category: t(`common:category.${order.booking.category}`) })}
          </p>
        )}
        <SaleList>
          {shown.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              popular={plan.id === popular}
              booking={order.booking}
              chosen={plan.id === order.plan?.id}
              busy={plan.id === busy}
              disabled={busy !== undefined && plan.id !== busy}
              onChoose={() => choose.submit(plan.id)}
            />
          ))}
        </SaleList>
      </div>
    </>
  );
}
