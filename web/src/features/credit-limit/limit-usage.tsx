import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CreditLimit } from '@/api/gen-purchases';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { Progress } from '@/components/ui/progress';
import { usePath } from '@/lib/site/use-path';
import { riyals } from '@/lib/text/format';
import classes from './credit-limit.module.css';

/** The used part of the limit, and its effect on the line. */
export function LimitUsage({ limit }: { limit: CreditLimit }) {
  const { t } = useTranslation(['credit-limit', 'shell']);
  const bills = usePath('myBills');
  const toBills = bills && <Link to={bills}>{t('shell:trail.myBills')}</Link>;
  const words = { used: riyals(limit.used), limit: riyals(limit.limit), percent: limit.percent };
  return (
    <section className={`stack ${classes.used}`} aria-label={t('used.label')}>
      {limit.state === 'warned' && (
        <Notice tone="warning" title={t('used.warned', words)} action={toBills}>
          {t('used.warnedWay')}
        </Notice>
      )}
      {limit.state === 'stopped' && (
        <Notice tone="negative" title={t('used.stopped')} action={toBills}>
          {t('used.way')}
        </Notice>
      )}
      <Progress label={t('used.label')} part={limit.percent / 100} text={t('used.text', words)} />
      <FactRows>
        <Fact label={t('used.limit')}>
          <Money amount={limit.limit} />
        </Fact>
        <Fact label={t('used.amount')}>
          <Money amount={limit.used} />
        </Fact>
        <Fact label={t('used.left')}>
          <Money amount={limit.left} />
        </Fact>
      </FactRows>
      <p>{t('used.hint')}</p>
    </section>
  );
}
