import { useTranslation } from 'react-i18next';
import type { UsageDay, UsageOverview } from '@/api/gen-usage';
import { Money } from '@/components/money';
import { Table } from '@/components/ui/table';
import { weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import { daysBetween } from './period';
import classes from './usage.module.css';

const noonOf = (day: string) => `${day}T12:00:00+03:00`;

const mostOf = (days: UsageDay[]): UsageDay | undefined =>
  days.reduce<UsageDay | undefined>(
    (most, day) => (day.amount > (most?.amount ?? 0) ? day : most),
    undefined,
  );

/** A bar for each day. The bars are decoration: the text below and the table say the same. */
function Bars({ overview }: { overview: UsageOverview }) {
  const { from, to, days } = overview;
  const most = mostOf(days)?.amount ?? 1;
  const used = new Map(days.map(({ day, amount }) => [day, amount]));
  return (
    <div aria-hidden className={classes.bars}>
      {daysBetween(from, to).map((day) => (
        <span key={day} style={{ blockSize: `${((used.get(day) ?? 0) / most) * 100}%` }} />
      ))}
    </div>
  );
}

function DayTable({ days, unit }: Pick<UsageOverview, 'days' | 'unit'>) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const quantity = useQuantity();
  return (
    <Table className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('usage.days.day')}</Table.Th>
          <Table.Th scope="col">{t('usage.days.amount')}</Table.Th>
          <Table.Th scope="col">{t('usage.days.charged')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map(({ day, amount, charged }) => (
          <Table.Tr key={day}>
            <Table.Th scope="row">{weekday(noonOf(day), language)}</Table.Th>
            <Table.Td>{quantity(amount, unit)}</Table.Td>
            <Table.Td>
              <Money amount={charged} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The usage on each day. */
export function UsageDays({ overview }: { overview: UsageOverview }) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const quantity = useQuantity();
  const { unit, days, total } = overview;
  const most = mostOf(days);
  return (
    <>
      <p className={classes.total}>
        <strong>{quantity(total.amount, unit)}</strong>
        <span>
          {t('usage.charged')} <Money amount={total.charged} />
        </span>
      </p>
      <figure className={classes.chart}>
        <Bars overview={overview} />
        {most && (
          <figcaption>
            {t('usage.days.most', {
              day: weekday(noonOf(most.day), language),
              amount: quantity(most.amount, unit),
            })}
          </figcaption>
        )}
      </figure>
      <details>
        <summary>{t('usage.days.table')}</summary>
        <DayTable days={days} unit={unit} />
      </details>
    </>
  );
}
