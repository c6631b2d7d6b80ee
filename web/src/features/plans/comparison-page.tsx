import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import { comparedIn, comparedSearch } from './compared';
import { ComparisonTable } from './comparison-table';
import classes from './plans.module.css';
import { usePlans } from './use-plans';

/** Compares the two or three plans in the address. */
export function ComparisonPage() {
  const { t } = useTranslation('plans');
  const ids = comparedIn(useSearchParams()[0]);
  const { plans, isPending, error, refetch } = usePlans(ids);
  const all = usePath('plans') ?? '';
  const settled = !isPending && !error;
  return (
    <div className={`container ${classes.page}`}>
      <div className="stack">
        <PageHeading takesFocus title={t('compare.title')} />
        {isPending && <Loading lines={4} height={72} />}
        <ErrorNotice error={error} onRetry={refetch} />
        {settled && plans.length < 2 && <p>{t('compare.few')}</p>}
        {settled && plans.length > 1 && <ComparisonTable plans={plans} />}
        <SecondaryLink to={all + comparedSearch(plans.map(({ id }) => id))}>
          {t('compare.others')}
        </SecondaryLink>
      </div>
    </div>
  );
}
