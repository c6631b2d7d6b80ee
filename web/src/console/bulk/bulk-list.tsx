import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Bulk } from '@/api/gen-support';
import { listBulksOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Stack } from '@/components/ui/layout';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { bulkPath } from '../case-path';

function Row({ of }: { of: Bulk }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <li>
      <Link to={bulkPath(language, of.id)}>
        <time dateTime={of.startedAt}>{dayAndTime(of.startedAt, language)}</time>
      </Link>{' '}
      {t(`bulk.state.${of.state}`)} <bdi>{of.startedByName}</bdi>
      <p className="dimmed">
        {t('bulk.done', { done: of.total - of.counts.waiting, count: of.total })} {of.note}
      </p>
    </li>
  );
}

/** Started bulks, the newest first. */
export function BulkList() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    ...listBulksOptions({ headers: { 'accept-language': language } }),
    staleTime: 0,
  });
  return (
    <section className="card stack" aria-labelledby="bulks">
      <h2 id="bulks">{t('bulk.started')}</h2>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {!data && !error && <Loading lines={2} />}
      {data?.items.length === 0 && <p className="dimmed">{t('bulk.noneStarted')}</p>}
      <Stack component="ul" gap="xs">
        {data?.items.map((bulk) => (
          <Row key={bulk.id} of={bulk} />
        ))}
      </Stack>
    </section>
  );
}
