import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { zPlanId } from '@/api/gen-plans/zod.gen';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import { GetPlan } from './get-plan';
import { PlanDetails } from './plan-details';
import details from './plan-details.module.css';
import classes from './plans.module.css';
import { usePlan } from './use-plans';

function NotOnSale() {
  const { t } = useTranslation('plans');
  const all = usePath('plans') ?? '';
  return (
    <DeadEnd scene="empty" title={t('gone.title')} lead={t('gone.text')}>
      <PrimaryLink to={all}>{t('gone.all')}</PrimaryLink>
    </DeadEnd>
  );
}

function OnSale({ id }: { id: string }) {
  const { t } = useTranslation('plans');
  const { details: found, gone, error, isPending, refetch } = usePlan(id);
  const all = usePath('plans') ?? '';
  if (gone) {
    return <NotOnSale />;
  }
  return (
    <div className={`container ${classes.page}`}>
      <Link className={details.back} to={all}>
        {t('gone.all')}
      </Link>
      {isPending && <Loading lines={3} height={160} />}
      {!found && error && <PageHeading takesFocus title={t('title')} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {found && <PlanDetails plan={found.plan} rates={found.rates} actions={<GetPlan plan={found.plan} />} />}
    </div>
  );
}

/** The plan in the address. */
export function PlanPage() {
  const id = zPlanId.safeParse(useParams().planId).data;
  return id ? <OnSale id={id} /> : <NotOnSale />;
}
