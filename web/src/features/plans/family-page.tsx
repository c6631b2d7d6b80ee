import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  getPlanCategoryOptions,
  listPlansOfCategoryOptions,
} from '@/api/gen-plans/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { FamilyTable } from './family-table';
import details from './plan-details.module.css';
import classes from './plans.module.css';

const most = 50;

/** The promises of each renewing plan of the family. */
function Promises() {
  const { t } = useTranslation('plans');
  return (
    <section>
      <h2>{t('terms')}</h2>
      <ul className={classes.promises}>
        {(['renews', 'switch', 'stop'] as const).map((promise) => (
          <li key={promise} className="card">
            <h3>{t(`family.${promise}`)}</h3>
            <p>{t(`family.${promise}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A link to the customer's present plan, with its renewal, switch and restart. */
function MyPlan() {
  const { t } = useTranslation('plans');
  const { status } = useSession();
  const mine = usePath('my-plan');
  return status === 'signed-in' && mine ? <Link to={mine}>{t('member.mine')}</Link> : null;
}

/** A family of plans on one page: its plans side by side, and their promises. */
function FamilyPage({ family }: { family: string }) {
  const { t } = useTranslation('plans');
  const headers = { 'accept-language': useLanguage() };
  const path = { categoryKey: family };
  const about = useQuery(getPlanCategoryOptions({ path, headers }));
  const found = useQuery(listPlansOfCategoryOptions({ path, query: { per_page: most }, headers }));
  const all = usePath('plans') ?? '';
  const plans = found.data?.items ?? [];
  const refetch = () => Promise.all([about.refetch(), found.refetch()]);
  return (
    <div className={`container ${classes.page}`}>
      <Link className={details.back} to={all}>
        {t('gone.all')}
      </Link>
      <PageHeading
        takesFocus
        title={about.data?.data.name ?? t('title')}
        lead={about.data?.data.description}
      />
      <div className="stack">
        {found.isPending && <Loading lines={5} height={72} />}
        <ErrorNotice error={found.error ?? about.error} onRetry={refetch} />
        {found.data && plans.length === 0 && <EmptyState text={t('empty')} />}
        {plans.length > 0 && <FamilyTable plans={plans} />}
        <MyPlan />
        {plans.some(({ renews }) => renews) && <Promises />}
      </div>
    </div>
  );
}

/** The page of the family with the most customers. */
export const HawakomPage = () => <FamilyPage family="hawakom" />;
