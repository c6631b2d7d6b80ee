import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { mayRepeat } from '@/api/problem';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { NumberFilters } from './number-filters';
import classes from './number-picker.module.css';
import { useNumberSearch } from './use-number-search';

/** The results need the server: they load after the first screen. */
const NumberGroups = lazyWithTexts('sale', () => import('./number-groups'));

interface Props {
  /** The price that no number may exceed; without it, numbers of all prices are shown. */
  maxPrice?: number | undefined;
  booking: string | undefined;
  /** The reason why the last choice could not be booked. */
  error: unknown;
  /** Repeats the last choice; its number may be missing in the results, because the first try holds it. */
  onRetry: () => void;
  onChoose: (msisdn: string) => void;
}

function NoNumbers({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('numbers');
  return (
    <EmptyState title={t('emptyTitle')} text={t('empty')}>
      <Button variant="default" onClick={onClear}>
        {t('showAll')}
      </Button>
    </EmptyState>
  );
}

/** The number shop: search, classes, results. */
export function NumberPicker({ maxPrice, booking, error, onRetry, onChoose }: Props) {
  const { t } = useTranslation(['numbers', 'common']);
  const search = useNumberSearch(maxPrice);
  const { results, numbers } = search;
  return (
    <section>
      <NumberFilters search={search} />
      <div className="stack">
        <ErrorNotice error={error} onRetry={mayRepeat(error) ? onRetry : undefined} />
        <p className={classes.count} role="status">
          {results.isSuccess && t('shown', { count: numbers.length })}
        </p>
        {results.isPending && <Loading lines={6} height={120} />}
        <ErrorNotice error={results.error} onRetry={() => results.refetch()} />
        {results.isSuccess && numbers.length === 0 && <NoNumbers onClear={search.clear} />}
        <Suspense fallback={<Loading lines={6} height={120} />}>
          <NumberGroups
            numbers={numbers}
            searched={search.digits}
            atEnd={search.atEnd}
            booking={booking}
            onChoose={onChoose}
          />
        </Suspense>
        {results.hasNextPage && (
          <Button
            variant="default"
            size="md"
            loading={results.isFetchingNextPage}
            onClick={() => results.fetchNextPage()}
          >
            {t('common:actions.showMore')}
          </Button>
        )}
      </div>
    </section>
  );
}
