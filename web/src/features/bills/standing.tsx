import { useTranslation } from 'react-i18next';
import type { PostpaidOverview } from '@/api/gen-bills';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bills.module.css';
import { NextStep } from './next-step';

/** The services that are barred because of unpaid bills. */
function Barred({ service }: Pick<PostpaidOverview, 'service'>) {
  const { t } = useTranslation('bills');
  if (service !== 'incoming' && service !== 'none') {
    return null;
  }
  return (
    <Notice tone="negative" title={t(`barred.${service}Title`)}>
      {t(`barred.${service}`)}
    </Notice>
  );
}

function Owed({ left, overdue }: Pick<PostpaidOverview, 'left' | 'overdue'>) {
  const { t } = useTranslation('bills');
  if (left === 0) {
    return <p className={classes.settled}>{t('standing.nothing')}</p>;
  }
  return (
    <>
      <p className={classes.owed} data-overdue={overdue > 0 || undefined}>
        <Money amount={left} />
      </p>
      {overdue > 0 && (
        <p className="negative strong">
          {t('standing.overdue')} <Money amount={overdue} />
        </p>
      )}
    </>
  );
}

/** The open amount, the next step, and the present restrictions of the line. */
export function Standing({ overview }: { overview: PostpaidOverview }) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const { service, next, unbilled, nextBillAt } = overview;
  return (
    <>
      <Barred service={service} />
      {next && <NextStep next={next} />}
      <section className="card">
        <h2>{t('standing.title')}</h2>
        <Owed {...overview} />
        <div className={classes.totals}>
          <FactRows>
            <Fact label={t('standing.unbilled')}>
              <Money amount={unbilled} />
            </Fact>
            <Fact label={t('standing.next')}>{day(nextBillAt, language)}</Fact>
          </FactRows>
        </div>
      </section>
    </>
  );
}
