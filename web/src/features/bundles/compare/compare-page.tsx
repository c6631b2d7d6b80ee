import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import classes from '../bundles.module.css';
import { useSeveralBundles } from '../use-bundles';
import { CompareTable } from './compare-table';
import { comparedIn, comparedSearch } from './compared';

/** Compares the two or three bundles in the address. */
export function CompareBundlesPage() {
  const { t } = useTranslation('bundles');
  const { bundles, isPending, error, refetch } = useSeveralBundles(comparedIn(useSearchParams()[0]));
  const all = usePath('bundles') ?? '';
  const settled = !isPending && !error;
  return (
    <div className={`container ${classes.page}`}>
      <div className="stack">
        <PageHeading takesFocus title={t('compare.title')} />
        {isPending && <Loading lines={4} height={72} />}
        <ErrorNotice error={error} onRetry={refetch} />
        {settled && bundles.length < 2 && <p>{t('compare.few')}</p>}
        {settled && bundles.length > 1 && <CompareTable bundles={bundles} />}
        <SecondaryLink to={all + comparedSearch(bundles.map(({ id }) => id))}>
          {t('compare.others')}
        </SecondaryLink>
      </div>
    </div>
  );
}
