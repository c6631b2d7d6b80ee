import { useTranslation } from 'react-i18next';
import type { UsageOverview } from '@/api/gen-usage';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { Table } from '@/components/ui/table';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './usage.module.css';

/** The numbers with the most usage; the bars next to the amounts are decoration. */
export function UsageParties({ parties, unit }: Pick<UsageOverview, 'parties' | 'unit'>) {
  const { t } = useTranslation('usage');
  const quantity = useQuantity();
  const most = Math.max(...parties.map(({ amount }) => amount), 1);
  return (
    <div className={classes.scroll}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('usage.parties.number')}</Table.Th>
            <Table.Th scope="col">{t('usage.days.amount')}</Table.Th>
            <Table.Th scope="col">{t('usage.days.charged')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parties.map(({ party, amount, charged }) => (
            <Table.Tr key={party}>
              <Table.Th scope="row">
                <Ltr>{party}</Ltr>
              </Table.Th>
              <Table.Td>
                {quantity(amount, unit)}
                <span
                  aria-hidden
                  className={classes.bar}
                  style={{ inlineSize: `${(amount / most) * 100}%` }}
                />
              </Table.Td>
              <Table.Td>
                <Money amount={charged} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
