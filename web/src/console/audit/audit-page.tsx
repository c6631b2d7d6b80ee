import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListAuditAnswer } from '@/api/gen-support';
import { listAuditOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { useShortcuts } from '../frame/shortcuts';
import classes from './audit.module.css';
import { Entries } from './entries';
import { FilterForm } from './filter-form';
import { addressOf, type Filters, queryOf, useFilters } from './filters';

function Pages({ next, filters }: { next: number | undefined; filters: Filters }) {
  const { t } = useTranslation('console');
  if (next === undefined && filters.before === undefined) {
    return null;
  }
  return (
    <nav aria-label={t('audit.pages')} className={classes.buttons}>
      {filters.before !== undefined && (
        <Button component={Link} variant="default" to={addressOf({ ...filters, before: undefined })}>
          {t('audit.newest')}
        </Button>
      )}
      {next !== undefined && (
        <Button component={Link} variant="default" to={addressOf({ ...filters, before: next })}>
          {t('audit.older')}
        </Button>
      )}
    </nav>
  );
}

function Log({ answer, filters }: { answer: ListAuditAnswer; filters: Filters }) {
  const { t } = useTranslation('console');
  return (
    <>
      {answer.items.length === 0 ? (
        <p role="status">{t('audit.none')}</p>
      ) : (
        <Entries entries={answer.items} />
      )}
      <Pages next={answer.next} filters={filters} />
    </>
  );
}

/**
 * The actions and the reads of each person. Reading the log is logged too, so the page does not read it again
 * by itself.
 */
export function AuditPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const filters = useFilters();
  const { data, error, refetch } = useQuery({
    ...listAuditOptions({ headers: { 'accept-language': language }, query: queryOf(filters) }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  return (
    <div className="stack">
      <PageHeading takesFocus title={t('audit.title')} lead={t('audit.lead')} />
      <FilterForm key={addressOf({ ...filters, before: undefined })} filters={filters} />
      <ErrorNotice error={error} onRetry={reload} />
      {data && <Log answer={data} filters={filters} />}
      {!data && !error && <Loading lines={6} height={48} />}
    </div>
  );
}
