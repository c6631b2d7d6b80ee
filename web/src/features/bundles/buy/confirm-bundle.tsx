import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Subscriber } from '@/api/gen-session';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { PayForm } from '@/components/payment/pay-form';
import { type FromBalance, isSufficient, type Payment } from '@/components/payment/payment-methods';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { type Bought, Gives, Prices } from '../bundle-facts';
import type { Wanted } from './choose-form';

/** The kind that the buyer sees: a bundle, an add-on or a self-made bundle. */
export type BoughtAs = 'bundle' | 'addOn' | 'own';

interface Props {
  as: BoughtAs;
  bundle: Bought;
  line: Subscriber;
  wanted: Wanted;
  busy: boolean;
  error: unknown;
  onPay: (pay: Payment, answered: () => void) => void;
  onChange: () => void;
}

/** Returns the balance, from which a prepaid line can also pay. */
function useFromBalance({ price }: Bought): { balance: FromBalance | undefined; isPending: boolean } {
  const { data, isLoading } = useQuery(getDashboardOptions(useLineCall()));
  const dashboard = data?.data;
  const prepaid = dashboard?.proprties.subscription_type === 'prepaid';
  return { balance: prepaid ? { left: dashboard.balance.amount, price } : undefined, isPending: isLoading };
}

function Short() {
  const { t } = useTranslation('bundles');
  const recharge = usePath('recharge');
  return (
    <Notice tone="warning" action={recharge && <Link to={recharge}>{t('buy.recharge')}</Link>}>
      {t('buy.short')}
    </Notice>
  );
}

function HowToPay({ bundle, busy, error, onPay }: Props) {
  const { balance, isPending } = useFromBalance(bundle);
  if (isPending) {
    return <Loading lines={3} />;
  }
  return (
    <>
      {balance && !isSufficient(balance) && <Short />}
      <PayForm total={bundle.total} balance={balance} busy={busy} error={error} onPay={onPay} />
    </>
  );
}

const questions = { bundle: 'buy.confirm', addOn: 'buy.confirmAddOn', own: 'build.confirm' } as const;

/** A summary before the payment, and the payment methods. */
export function ConfirmBundle(props: Props) {
  const { as, bundle, line, wanted, onChange } = props;
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <section className="stack form">
      <h2 ref={title} tabIndex={-1}>
        {t(questions[as])}
      </h2>
      <div className="card stack">
        <FactRows>
          <Fact label={t('buy.bundle')}>{bundle.name}</Fact>
          <Fact label={t('buy.gives')}>
            <Gives bundle={bundle} />
          </Fact>
          <Fact label={t('buy.for')}>
            <Msisdn value={wanted.gift ?? line.mobile_number} />
          </Fact>
          {wanted.renew && (
            <Fact label={t('buy.renewal')}>{t('renews', { count: bundle.validityDays })}</Fact>
          )}
          {wanted.day && <Fact label={t('buy.begins')}>{day(wanted.day, language)}</Fact>}
        </FactRows>
        <Prices bundle={bundle} />
        <Button variant="default" onClick={onChange}>
          {t('buy.change')}
        </Button>
      </div>
      <div className="card stack">
        <HowToPay {...props} />
      </div>
    </section>
  );
}
