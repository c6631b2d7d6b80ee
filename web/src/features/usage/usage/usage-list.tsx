import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { listUsageOptions } from '@/api/gen-usage/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useAttempt } from '@/lib/form/use-attempt';
import { saveFile } from '@/lib/http/save-file';
import { useLineCall } from '@/lib/session/use-line-call';
import { settingsNow } from '@/lib/site/site';
import history from '../history.module.css';
import classes from './usage.module.css';
import { UsageByDay } from './usage-by-day';
import type { UsageFilter } from './use-usage-filter';

/** Saves the shown usage as a table. */
function SaveTable({ filter }: { filter: UsageFilter }) {
  const { t } = useTranslation('usage');
  const { headers } = useLineCall();
  const { kind, query } = filter;
  const name = `${kind}-${query.from}-${query.to}.csv`;
  const file = useAttempt(() =>
    saveFile(`/users/current/usage/file/${kind}?${new URLSearchParams(query)}`, name, { headers }),
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={18} aria-hidden />}
        loading={file.busy}
        onClick={() => file.attempt()}
      >
        {t('usage.file')}
      </Button>
      <ErrorNotice error={file.error} />
    </>
  );
}

interface TurnProps {
  previous: string | undefined;
  next: string | undefined;
  filter: UsageFilter;
}

/** Links to the next and the previous page. */
function Turn({ previous, next, filter }: TurnProps) {
  const { t } = useTranslation('usage');
  if (!previous && !next) {
    return null;
  }
  return (
    <nav aria-label={t('paging.label')} className={classes.turn}>
      <Button
        variant="default"
        disabled={!previous}
        onClick={() => previous && filter.turn({ after: previous })}
      >
        {t('paging.previous')}
      </Button>
      <Button variant="default" disabled={!next} onClick={() => next && filter.turn({ before: next })}>
        {t('paging.next')}
      </Button>
    </nav>
  );
}

/** The usage records of a period, the newest first. */
export function UsageList({ filter }: { filter: UsageFilter }) {
  const { t } = useTranslation('usage');
  const id = useId();
  const per_page = settingsNow()?.historyTransactionsPerPage;
  const asked = useQuery({
    ...listUsageOptions({
      ...useLineCall(),
      path: { type: filter.kind },
      query: { ...filter.query, ...filter.position, per_page },
    }),
    placeholderData: keepPreviousData,
  });
  const page = asked.data?.data;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} className={history.title}>
        {t(`usage.list.${filter.kind}`)}
      </h2>
      {asked.isPending && <Loading lines={3} />}
      <ErrorNotice error={asked.error} onRetry={() => asked.refetch()} />
      {page?.items.length === 0 && <EmptyState text={t('usage.empty')} />}
      {page && page.items.length > 0 && (
        <div aria-busy={asked.isPlaceholderData}>
          <UsageByDay items={page.items} filter={filter} />
        </div>
      )}
      {page && <Turn previous={page.previous} next={page.next} filter={filter} />}
      {page && page.items.length > 0 && <SaveTable filter={filter} />}
    </section>
  );
}
