import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GetPostpaidOverviewResponse } from '@/api/gen-bills';
import { getPostpaidOverviewOptions } from '@/api/gen-bills/@tanstack/react-query.gen';
import { BillRow } from '@/components/bill/bill-row';
import { useLineCall } from '@/lib/session/use-line-call';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { HistoryList } from '../history-list';
import { useChoice } from '../use-choice';

const billsOf = ({ data }: GetPostpaidOverviewResponse) => ({ data: data.invoices });

/** The bills of a postpaid line, the newest first; their own page shows the open amount. */
export function BillHistory() {
  const { t } = useTranslation('usage');
  const path = usePath('myBills');
  const choice = useChoice<never>([]);
  const per_page = settingsNow()?.historyTransactionsPerPage;
  const asked = useQuery({
    ...getPostpaidOverviewOptions({ ...useLineCall(), query: { page: choice.page, per_page } }),
    placeholderData: keepPreviousData,
    select: billsOf,
  });
  return (
    <>
      {path && <Link to={path}>{t('bills.overview')}</Link>}
      <HistoryList
        title={t('bills.title')}
        filter=""
        names={{ all: '' }}
        open={[]}
        choice={choice}
        asked={asked}
        empty={t('bills.empty')}
        row={(bill) => <BillRow key={bill.id} bill={bill} />}
      />
    </>
  );
}
