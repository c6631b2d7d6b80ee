import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanSubscription } from '@/api/gen-session';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { daysLeft, lastDay } from '@/components/plan/cycle';
import { useLineCall } from '@/lib/session/use-line-call';
import { useOpenPath } from '@/lib/session/use-open-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './mine.module.css';

/** The days left of the plan and its next event; an inactive plan says so. */
function Standing({ stage, until, autoRenew, scheduled }: PlanSubscription) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  if (stage !== 'active') {
    return <p>{t(`outlook.${stage}`)}</p>;
  }
  const onDay = { day: day(until, language) };
  const renewal = autoRenew
    ? t('outlook.renews.some', onDay)
    : t('outlook.ends', { day: day(lastDay({ until }), language) });
  return (
    <p>
      <strong>{t('outlook.left', { count: daysLeft({ until }) })}</strong>
      {' · '}
      {scheduled ? t('outlook.switches', { plan: scheduled.plan.name, ...onDay }) : renewal}
    </p>
  );
}

/** The plan of the chosen line, with a link to change it. */
export function MyPlan() {
  const { t } = useTranslation('dashboard');
  const [mine, all] = [useOpenPath('my-plan'), useOpenPath('plans')];
  const { data, error, isPending, refetch } = useQuery(getUserPlanOptions(useLineCall()));
  const found = error ? undefined : data?.data;
  return (
    <section className="card">
      <h2>{t('plan.title')}</h2>
      {isPending && <Loading lines={1} height={102} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {found?.plan && <p className={classes.plan}>{found.plan.name}</p>}
      {found?.subscription && <Standing {...found.subscription} />}
      {found && !found.plan && <p>{t('plan.none')}</p>}
      <p className={classes.ways}>
        {found?.plan && mine && <Link to={mine}>{t('plan.open')}</Link>}
        {found && !found.plan && all && <Link to={all}>{t('plan.choose')}</Link>}
      </p>
    </section>
  );
}
