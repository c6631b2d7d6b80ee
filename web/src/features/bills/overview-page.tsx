import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PostpaidOverview } from '@/api/gen-bills';
import { getPostpaidOverviewOptions } from '@/api/gen-bills/@tanstack/react-query.gen';
import { BillList } from '@/components/bill/bill-list';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Pagination } from '@/components/ui/pagination';
import { useLineCall } from '@/lib/session/use-line-call';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bills.module.css';
import { Standing } from './standing';

interface Props {
  overview: PostpaidOverview;
  page: number;
  busy: boolean;
  onPage: (page: number) => void;
}

function AllBills({ overview: { invoices, nextBillAt }, page, busy, onPage }: Props) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  return (
    <section className="stack">
      <h2>{t('list.title')}</h2>
      {invoices.total === 0 && (
        <p className={classes.dimmed}>{t('list.empty', { day: day(nextBillAt, language) })}</p>
      )}
      <BillList bills={invoices.items} busy={busy} />
      <Pagination
        {...invoices}
        page={page}
        label={t('paging.label')}
        previous={t('paging.previous')}
        next={t('paging.next')}
        nameOf={(of, pages) => t('paging.of', { page: of, pages })}
        onPage={onPage}
      />
    </section>
  );
}

/**
 * The open amount of a postpaid line, its restrictions, and its bills with the newest first. The address
 * contains the page number.
 */
export function BillsPage() {
  const { t } = useTranslation('bills');
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...getPostpaidOverviewOptions({ ...useLineCall(), query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeading takesFocus title={t('title')} />
      <div className="stack">
        {isPending && <Loading lines={3} height={120} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {data && <Standing overview={data.data} />}
        {data && (
          <AllBills
            overview={data.data}
            page={page}
            busy={isPlaceholderData}
            onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
          />
        )}
      </div>
    </>
  );
}
