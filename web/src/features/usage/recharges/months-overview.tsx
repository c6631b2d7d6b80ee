import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RechargeOverview } from '@/api/gen-purchases';
import { getRechargeOverviewOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import rows from '@/components/rows.module.css';
import { Table } from '@/components/ui/table';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';
import classes from '../history.module.css';
import { monthName } from '../month-name';

/** The bars are decoration; the numbers next to them say the same. */
function Months({ months }: Pick<RechargeOverview, 'months'>) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const most = Math.max(...months.map(({ amount }) => amount), 1);
  return (
    <Table horizontalSpacing={0} className={classes.months}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('overview.month')}</Table.Th>
          <Table.Th scope="col">{t('overview.amount')}</Table.Th>
          <Table.Th scope="col">{t('overview.count')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ month, amount, count }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">{monthName(month, language)}</Table.Th>
            <Table.Td>
              <Money amount={amount} />
              <span aria-hidden className={classes.bar} style={{ inlineSize: `${(amount / most) * 100}%` }} />
            </Table.Td>
            <Table.Td>{count}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The recharged amount in each of the last six months. */
export function MonthsOverview() {
  const { t } = useTranslation('usage');
  const call = useLineCall();
  const { data, error, isPending, refetch } = useQuery(
    getRechargeOverviewOptions({ ...call, query: { per_page: 1 } }),
  );
  const months = data?.data.months;
  return (
    <section className="card">
      <h2 className={classes.title}>{t('overview.title')}</h2>
      {isPending && <Loading lines={1} height={160} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {months?.every(({ count }) => count === 0) && <p className={rows.dimmed}>{t('overview.none')}</p>}
      {months?.some(({ count }) => count > 0) && <Months months={months} />}
    </section>
  );
}
