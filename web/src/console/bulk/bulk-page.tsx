import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Bulk } from '@/api/gen-support';
import { getBulkOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { zBulkOutcome, zUuid } from '@/api/gen-support/zod.gen';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Progress } from '@/components/ui/progress';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { bulksPath } from '../case-path';
import { useShortcuts } from '../frame/shortcuts';
import { Controls } from './controls';
import { Results } from './results';

/** While a bulk runs, the page reads it again at this interval. */
const glanceMs = 2_000;

function useAsked() {
  const [params] = useSearchParams();
  const outcome = zBulkOutcome.safeParse(params.get('outcome'));
  const page = Number(params.get('page'));
  return {
    outcome: outcome.success ? outcome.data : undefined,
    page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
  };
}

function State({ of }: { of: Bulk }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const done = of.total - of.counts.waiting;
  const text = t('bulk.done', { done, count: of.total });
  return (
    <section className="card stack" aria-label={t('bulk.progress')}>
      <p role="status" className="strong">
        {t(`bulk.state.${of.state}`)} {text}
      </p>
      <Progress label={t('bulk.progress')} part={of.total === 0 ? 1 : done / of.total} text={text} />
      <p className="dimmed">
        {t('bulk.startedAt')} <time dateTime={of.startedAt}>{dayAndTime(of.startedAt, language)}</time>,{' '}
        <bdi>{of.startedByName}</bdi>
        {of.endedAt && (
          <>
            {' · '}
            {t('bulk.endedAt')} <time dateTime={of.endedAt}>{dayAndTime(of.endedAt, language)}</time>
          </>
        )}
        {` · ${t('bulk.rate', { count: of.perMinute })}`}
      </p>
      <p>{of.note}</p>
      <Controls of={of} />
    </section>
  );
}

function OneBulk({ bulkId }: { bulkId: string }) {
  const language = useLanguage();
  const asked = useAsked();
  const { data, error, refetch } = useQuery({
    ...getBulkOptions({
      headers: { 'accept-language': language },
      path: { bulkId },
      query: { page: asked.page, ...(asked.outcome && { outcome: asked.outcome }) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.state === 'running' ? glanceMs : false),
  });
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  return (
    <>
      <ErrorNotice error={error} onRetry={statusOf(error) === 404 ? undefined : reload} />
      {data && (
        <>
          <State of={data.data} />
          <Results of={data.data} items={data.items} {...asked} />
        </>
      )}
      {!data && !error && <Loading lines={4} height={80} />}
    </>
  );
}

/** The progress of a bulk, and the result of each piece of work. */
export function BulkPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { bulkId } = useParams();
  const known = zUuid.safeParse(bulkId);
  return (
    <div className="stack">
      <Link to={bulksPath(language)}>{t('bulk.back')}</Link>
      <PageHeading takesFocus title={t(known.success ? 'bulk.one' : 'bulk.unknown')} />
      {known.success && <OneBulk key={known.data} bulkId={known.data} />}
    </div>
  );
}
