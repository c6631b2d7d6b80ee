import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Dashboard } from '@/api/gen-session';
import { Money } from '@/components/money';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './cards.module.css';

/**
 * Opens the last amount with the saved card, so that a recharge takes two taps. A postpaid line has no balance to
 * recharge.
 */
function RechargeLink() {
  const { t } = useTranslation('dashboard');
  const path = usePath('recharge');
  return (
    path && (
      <Button
        component={Link}
        to={`${path}?tab=balanceRecharge&amount=last`}
        size="lg"
        className={`primary-action ${classes.main}`}
      >
        {t('balance.recharge')}
      </Button>
    )
  );
}

/** A link to the page of bills, on which the open amount is paid. */
function BillsLink() {
  const { t } = useTranslation('dashboard');
  const path = usePath('myBills');
  const open = isOpenTo(useSession(), { slug: 'myBills', permission: 'bills' });
  return (
    path &&
    open && (
      <Button component={Link} to={path} size="lg" className={`primary-action ${classes.main}`}>
        {t('balance.bills')}
      </Button>
    )
  );
}

/** The balance until the next recharge, or the unpaid amount of the bills. */
export function BalanceCard({ proprties, balance }: Pick<Dashboard, 'proprties' | 'balance'>) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const type = proprties.subscription_type;
  const until = balance.valid_until;
  const prepaidNote = until ? t('balance.validUntil', { day: day(until, language) }) : t('balance.noEnd');
  return (
    <section className={`card ${classes.balance}`}>
      <h2 className={classes.title}>{t(`balance.${type}`)}</h2>
      <p className={classes.amount}>
        <Money amount={balance.amount} />
      </p>
      <p className="dimmed">{type === 'prepaid' ? prepaidNote : t('balance.billed')}</p>
      {type === 'prepaid' ? <RechargeLink /> : <BillsLink />}
    </section>
  );
}
