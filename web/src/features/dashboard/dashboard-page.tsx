import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '@/api/gen-session';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { LastSeen } from '@/components/last-seen';
import { LineAlert } from '@/components/line/line-alert';
import { LostPhoneLink } from '@/components/line/lost-phone-link';
import { useLineNews } from '@/components/line/use-line-news';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { firstNameOf } from '@/lib/session/name-of-user';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';
import { Allowances } from './allowances';
import { BalanceCard } from './balance-card';
import { BalanceFailure } from './balance-failure';
import classes from './cards.module.css';
import { Lines } from './lines';
import { OpenOrders } from './open-orders';
import { PlanCard } from './plan-card';
import { Widgets } from './widgets';

function Line({ proprties }: Pick<Dashboard, 'proprties'>) {
  const { t } = useTranslation('dashboard');
  return (
    <span className={classes.line}>
      {proprties.nickname && <strong>{proprties.nickname}</strong>}
      <Msisdn value={proprties.mobile_number} />
      <span>{t(`line.${proprties.subscription_type}`)}</span>
      {proprties.data_sim && <span>{t('line.dataSim')}</span>}
    </span>
  );
}

/**
 * The dashboard of the chosen line. Balance and plan load separately, so that each can appear without the
 * other.
 */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const { user } = useSession();
  const ofLine = getDashboardOptions(useLineCall());
  const { data, error, failureReason, isPending, refetch } = useQuery(ofLine);
  const { news } = useLineNews();
  const dashboard = data?.data;
  const comes = isPending && !failureReason;
  return (
    <>
      <PageHeading
        takesFocus
        title={t('title', { name: firstNameOf(user, useLanguage()) })}
        lead={dashboard ? <Line proprties={dashboard.proprties} /> : isPending && '\u00a0'}
      />
      <div className="stack">
        <LastSeen of={ofLine.queryKey} />
        {/* The frame shows the alert of a leaving number on each page of the account. */}
        {dashboard && news && news.what !== 'leaving' && (
          <LineAlert alert={news} line={dashboard.proprties} />
        )}
        {/* Shown after the first failure, because the next tries take seconds. */}
        <BalanceFailure error={error ?? failureReason} onRetry={() => refetch()} />
        <div className={classes.columns}>
          {comes && <Loading lines={1} height={217} />}
          {dashboard && <BalanceCard {...dashboard} />}
          <PlanCard />
        </div>
        {comes && <Loading lines={2} height={220} />}
        {dashboard && <Allowances consumption={dashboard.consumption} />}
        <OpenOrders />
        <Lines />
        {dashboard && <Widgets widgets={dashboard.additional_widgets} />}
        {dashboard && <LostPhoneLink />}
      </div>
    </>
  );
}
