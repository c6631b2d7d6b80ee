import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanSubscription } from '@/api/gen-session';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { RateList } from '@/components/plan/rate-list';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { FollowedPlan } from './followed-plan';
import { Summary } from './summary';

const soon = 5_000;

const over = ['completed', 'failed', 'held'];

/**
 * Tells whether the plan may change soon: a plan that the balance covers returns within moments, and a switch
 * ends within minutes.
 */
const moves = (subscription?: PlanSubscription) =>
  (subscription?.stage !== 'active' && subscription?.renewal?.covered) ||
  (subscription?.lastSwitch !== undefined && !over.includes(subscription.lastSwitch.status));

/** A line without a plan, and the plans that it can get. */
function NoPlan() {
  const { t } = useTranslation('my-plan');
  const all = usePath('plans');
  return (
    <p>
      {t('none')} {all && <Link to={all}>{t('choose')}</Link>}
    </p>
  );
}

function Plan() {
  const { t } = useTranslation(['my-plan', 'plans']);
  const { data, error, isPending, refetch } = useQuery({
    ...getUserPlanOptions(useLineCall()),
    // Renewals and recharges change the plan without this page.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => moves(state.data?.data.subscription) && soon,
  });
  if (isPending) {
    return <Loading lines={3} height={120} />;
  }
  if (!data) {
    return <ErrorNotice error={error} onRetry={() => refetch()} />;
  }
  const { plan, rates, subscription } = data.data;
  return (
    <div className="stack">
      {!plan && <NoPlan />}
      {plan && !subscription && <Summary plan={plan} />}
      {plan && subscription && <FollowedPlan plan={plan} subscription={subscription} />}
      <section className="card">
        <h2 className="heading">{t('plans:rates.title')}</h2>
        <RateList rates={rates} />
      </section>
    </div>
  );
}

/** The plan of the chosen line: its state, its renewal, and other plans. */
export function MyPlanPage() {
  const { t } = useTranslation('my-plan');
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <Plan />
    </>
  );
}
