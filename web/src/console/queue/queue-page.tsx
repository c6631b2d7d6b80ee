import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListCasesAnswer } from '@/api/gen-support';
import { listCasesOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { Group } from '@/components/ui/layout';
import { timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useShortcuts } from '../frame/shortcuts';
import { OutageNotices } from '../outages/outage-notices';
import { CaseList } from './case-list';
import { Chips } from './chips';
import { Choices } from './choices';
import { addressOf, type Filters, isFiltered, useFilters } from './filters';
import classes from './queue.module.css';

/**
 * Reads the queue. The chips stay while other cases load, because they count all work. Cases of the previous
 * filters would be wrong, so they disappear.
 */
function useQueue(filters: Filters) {
  const language = useLanguage();
  return useQuery({
    ...listCasesOptions({ headers: { 'accept-language': language }, query: filters }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

function Nothing({ filters }: { filters: Filters }) {
  const { t } = useTranslation('console');
  const filtered = isFiltered(filters);
  return (
    <div className={classes.nothing}>
      <p role="status">{t(filtered ? 'queue.noneOfThese' : 'queue.none')}</p>
      {filtered && <Link to=".">{t('queue.showAll')}</Link>}
    </div>
  );
}

/** A list with a cursor has a next page and a first page. */
function Pages({ next, filters }: { next: string | undefined; filters: Filters }) {
  const { t } = useTranslation('console');
  if (next === undefined && filters.after === undefined) {
    return null;
  }
  return (
    <nav aria-label={t('queue.pages')} className="button-row">
      {filters.after !== undefined && (
        <Button component={Link} variant="default" to={addressOf({ ...filters, after: undefined })}>
          {t('queue.first')}
        </Button>
      )}
      {next !== undefined && (
        <Button component={Link} variant="default" to={addressOf({ ...filters, after: next })}>
          {t('queue.next')}
        </Button>
      )}
    </nav>
  );
}

function Cases({ answer, filters }: { answer: ListCasesAnswer; filters: Filters }) {
  return (
    <>
      {answer.items.length === 0 ? (
        <Nothing filters={filters} />
      ) : (
        <CaseList cases={answer.items} readAt={answer.serverTime} />
      )}
      <Pages next={answer.next} filters={filters} />
    </>
  );
}

/** All held or late work of each process. The page shows when it was read, and a button reads it again. */
export function QueuePage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const filters = useFilters();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQueue(filters);
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  const current = isPlaceholderData ? undefined : data;
  const pageGone = problemOf(error)?.messageKey === 'case_page_unknown';
  return (
    <div className="stack">
      <Group gap="0.5rem 1rem">
        <PageHeading takesFocus title={t('queue.title')} />
        <p className={classes.read} role="status">
          {data && t('readAt', { time: timeOfDay(data.serverTime, language) })}
        </p>
        <Button variant="default" loading={isFetching} onClick={reload}>
          {t('reload')}
        </Button>
      </Group>
      <OutageNotices />
      {data && <Chips counts={data.counts} filters={filters} />}
      <Choices filters={filters} />
      {current && error && (
        <Notice tone="warning">{t('stale', { time: timeOfDay(current.serverTime, language) })}</Notice>
      )}
      <ErrorNotice error={error} onRetry={pageGone ? undefined : reload} />
      {pageGone && <Link to={addressOf({ ...filters, after: undefined })}>{t('queue.first')}</Link>}
      {current && <Cases answer={current} filters={filters} />}
      {!current && !error && <Loading lines={6} height={56} />}
    </div>
  );
}
