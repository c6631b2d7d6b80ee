import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageOverview as Overview } from '@/api/gen-usage';
import { getUsageOverviewOptions } from '@/api/gen-usage/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import rows from '@/components/rows.module.css';
import { useLineCall } from '@/lib/session/use-line-call';
import history from '../history.module.css';
import { UsageDays } from './usage-days';
import { UsageParties } from './usage-parties';
import { UsageRow } from './usage-row';
import type { UsageFilter } from './use-usage-filter';

function Parts({ overview }: { overview: Overview }) {
  const { t } = useTranslation('usage');
  const id = useId();
  const { unit, parties, costliest } = overview;
  return (
    <>
      {parties.length > 0 && (
        <section className="card">
          <h2 className={history.title}>{t('usage.parties.title')}</h2>
          <UsageParties parties={parties} unit={unit} />
        </section>
      )}
      {costliest.length > 0 && (
        <section className="stack" aria-labelledby={id}>
          <h2 id={id} className={history.title}>
            {t('usage.costliest')}
          </h2>
          <ul className={`stack near ${rows.list}`}>
            {costliest.map((detail) => (
              <UsageRow key={detail.id} detail={detail} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A period by day and by number, and its most expensive usage. */
export function UsageOverview({ filter }: { filter: UsageFilter }) {
  const { t } = useTranslation('usage');
  const { data, error, isPending, refetch } = useQuery(
    getUsageOverviewOptions({
      ...useLineCall(),
      path: { type: filter.kind },
      query: { ...filter.query, per_page: 1 },
    }),
  );
  const overview = data?.data;
  return (
    <>
      <section className="card stack">
        <h2 className={history.title}>{t('usage.days.title')}</h2>
        {isPending && <Loading lines={1} height={160} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {overview?.days.length === 0 && <p className={rows.dimmed}>{t('usage.none')}</p>}
        {overview && overview.days.length > 0 && <UsageDays overview={overview} />}
      </section>
      {overview && <Parts overview={overview} />}
    </>
  );
}
