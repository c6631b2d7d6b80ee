import { useTranslation } from 'react-i18next';
import type { Invoice } from '@/api/gen-bills';
import { BillState } from '@/components/bill/bill-state';
import { CopyButton } from '@/components/copy-button';
import { Fact, FactRows } from '@/components/fact';
import { Ltr, Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { Group } from '@/components/ui/layout';
import { lastDay } from '@/lib/text/days';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bills.module.css';

interface Props {
  bill: Invoice;
  /** For a visitor with a bill link: the number of the bill, partly hidden. */
  msisdn?: string;
}

/** The number with which a bill can be paid at a bank. */
function Sadad({ reference }: { reference: string }) {
  const { t } = useTranslation('bills');
  return (
    <div className={classes.sadad}>
      <p>
        {t('bill.reference')} <small>{t('bill.referenceHint')}</small>
      </p>
      <span>
        <Ltr>{reference}</Ltr> <CopyButton text={reference} />
      </span>
    </div>
  );
}

/** The total of a bill, its unpaid part, and its due date. */
export function BillFacts({ bill, msisdn }: Props) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const { total, left, status, dueAt, reference, final } = bill;
  return (
    <>
      <Group gap="0.5rem 1rem" justify="space-between">
        <p className={classes.owed} data-overdue={status === 'overdue' || undefined}>
          <Money amount={left} /> <small>{t('bill.left')}</small>
        </p>
        <BillState status={status} />
      </Group>
      <FactRows>
        {msisdn && (
          <Fact label={t('bill.for')}>
            <Msisdn value={msisdn} />
          </Fact>
        )}
        <Fact label={t('bill.total')}>
          <Money amount={total} />
          {final && <small>{t('row.final')}</small>}
        </Fact>
        <Fact label={t('bill.due')}>{day(lastDay(dueAt), language)}</Fact>
      </FactRows>
      {left > 0 && <Sadad reference={reference} />}
    </>
  );
}
