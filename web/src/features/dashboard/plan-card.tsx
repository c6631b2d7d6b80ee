import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan, PlanSubscription } from '@/api/gen-session';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PlanPrice } from '@/components/plan/plan-price';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import classes from './cards.module.css';
import { Outlook } from './outlook';

/** Links to change the plan and to stop or start its renewal. */
function Ways({ subscription }: { subscription?: PlanSubscription }) {
  const { t } = useTranslation('dashboard');
  const [mine, all] = [usePath('my-plan'), usePath('plans')];
  return (
    <div className={classes.ways}>
      {all && subscription?.stage !== 'ended' && (
        <Button component={Link} to={all} variant="default" size="md">
          {t('plan.change')}
        </Button>
      )}
      {mine && <Link to={mine}>{t('plan.open')}</Link>}
    </div>
  );
}

function Summary({ plan, subscription }: { plan: Plan; subscription?: PlanSubscription }) {
  return (
    <>
      <p className={classes.name}>{plan.name}</p>
      <p className="dimmed">
        <PlanPrice {...plan} />
      </p>
      {subscription && <Outlook subscription={subscription} />}
      <Ways subscription={subscription} />
    </>
  );
}

/**
 * The plan of the line. It loads separately, so that the balance appears without it. An older answer is
 * cleared when the plan cannot be read again.
 */
export function PlanCard() {
  const { t } = useTranslation('dashboard');
  const { data, error, isPending, refetch } = useQuery(getUserPlanOptions(useLineCall()));
  const found = error ? undefined : data?.data;
  const all = usePath('plans');
  return (
    <section className="card">
      <h2 className={classes.title}>{t('plan.title')}</h2>
      {isPending && <Loading lines={1} height={340} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {found?.plan && <Summary plan={found.plan} subscription={found.subscription} />}
      {found && !found.plan && (
        <>
          <p className="dimmed">{t('plan.none')}</p>
          {all && <Link to={all}>{t('plan.choose')}</Link>}
        </>
      )}
    </section>
  );
}
