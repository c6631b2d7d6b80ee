import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { useLineCall } from '@/lib/session/use-line-call';
import { useOpenPath } from '@/lib/session/use-open-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './mine.module.css';

/**
 * The balance of the chosen line and its allowances, with links to get more. A postpaid line has no balance
 * to recharge.
 */
export function MyBalance() {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const [usage, recharge] = [useOpenPath('dashboard'), useOpenPath('recharge')];
  const { data, error, isPending, refetch } = useQuery(getDashboardOptions(useLineCall()));
  const line = error ? undefined : data?.data;
  const type = line?.proprties.subscription_type ?? 'prepaid';
  const until = line?.balance.valid_until;
  return (
    <section className="card">
      <h2>{t(`balance.${type}`)}</h2>
      {isPending && <Loading lines={1} height={77} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {line && (
        <>
          <p className={classes.amount}>
            <Money amount={line.balance.amount} />
          </p>
          {type === 'prepaid' && until && <p>{t('balance.validUntil', { day: day(until, language) })}</p>}
        </>
      )}
      <p className={classes.ways}>
        {line && type === 'prepaid' && recharge && <Link to={recharge}>{t('balance.recharge')}</Link>}
        {usage && <Link to={usage}>{t('first.usage')}</Link>}
      </p>
    </section>
  );
}
