import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TransferOverview } from '@/api/gen-transfers';
import { getTransferOverviewOptions } from '@/api/gen-transfers/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import rows from '@/components/rows.module.css';
import { Table } from '@/components/ui/table';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';
import classes from '../history.module.css';
import { monthName } from '../month-name';
import { useOpenTransfers } from './use-open-transfers';

function Months({ months }: Pick<TransferOverview, 'months'>) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const heads = ['month', 'sent', 'received'] as const;
  return (
    <Table horizontalSpacing={0} className={classes.sums}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head} scope="col">
              {t(`transfers.overview.${head}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ month, sent, received }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">{monthName(month, language)}</Table.Th>
            <Table.Td>
              <Money amount={sent} />
            </Table.Td>
            <Table.Td>
              <Money amount={received} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The sent and received credit in each of the last six months. */
export function TransferMonths() {
  const { t } = useTranslation('usage');
  const open = useOpenTransfers();
  const { data, error, isLoading, refetch } = useQuery({
    ...getTransferOverviewOptions({ ...useLineCall(), query: { per_page: 1 } }),
    enabled: open.length > 0,
  });
  const months = data?.data.months;
  if (open.length === 0) {
    return null;
  }
  return (
    <section className="card">
      <h2 className={classes.title}>{t('transfers.overview.title')}</h2>
      {isLoading && <Loading lines={1} height={160} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {months?.every(({ count }) => count === 0) && (
        <p className={rows.dimmed}>{t('transfers.overview.none')}</p>
      )}
      {months?.some(({ count }) => count > 0) && <Months months={months} />}
    </section>
  );
}
