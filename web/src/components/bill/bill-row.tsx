import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Invoice } from '@/api/gen-bills';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import rows from '@/components/rows.module.css';
import { usePath } from '@/lib/site/use-path';
import { days, lastDay } from '@/lib/text/days';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bill.module.css';
import { BillState } from './bill-state';

/** The total of a bill, and the part that is still unpaid. */
function Amounts({ total, left, status }: Invoice) {
  const { t } = useTranslation('bills');
  return (
    <div className={rows.amounts}>
      <Money amount={total} />
      {left > 0 && left < total && (
        <small className={classes.left} data-overdue={status === 'overdue' || undefined}>
          {t('row.left')} <Money amount={left} />
        </small>
      )}
    </div>
  );
}

/** A bill in a list; its number is the link to the bill. */
export function BillRow({ bill }: { bill: Invoice }) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const path = usePath('myBills');
  const { id, number, from, until, dueAt, status, final, left } = bill;
  return (
    <li className={rows.row}>
      <div>
        <p className={`${rows.what} row`}>
          {days(from, until, language)} <BillState status={status} />
        </p>
        <p className={rows.dimmed}>
          {final && <span>{t('row.final')}</span>}
          {left > 0 && (
            <span>
              {status === 'overdue'
                ? t('row.since', { day: day(dueAt, language) })
                : t('row.until', { day: day(lastDay(dueAt), language) })}
            </span>
          )}
        </p>
        <p className={rows.dimmed}>
          <Link to={`${path}/${id}`} aria-label={t('row.see', { number })}>
            <Ltr>{number}</Ltr>
          </Link>
          {left > 0 && (
            <Link to={`${path}/${id}/pay`} aria-label={t('row.pay', { number })}>
              {t('row.payNow')}
            </Link>
          )}
        </p>
      </div>
      <Amounts {...bill} />
    </li>
  );
}
