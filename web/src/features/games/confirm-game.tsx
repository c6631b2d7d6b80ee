import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import type { Game } from '@/api/gen-vas';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { PayForm } from '@/components/payment/pay-form';
import type { FromBalance, Payment } from '@/components/payment/payment-methods';
import { useLineCall } from '@/lib/session/use-line-call';
import classes from './games.module.css';
import type { Wanted } from './wanted';

interface Props {
  game: Game;
  wanted: Wanted;
  busy: boolean;
  error: unknown;
  onPay: (payment: Payment, answered: () => void) => void;
  onChange: () => void;
}

/** Returns the balance of a prepaid line, which can pay. */
function useFromBalance(price: number): { balance: FromBalance | undefined; isPending: boolean } {
  const { data, isLoading } = useQuery(getDashboardOptions(useLineCall()));
  const dashboard = data?.data;
  const prepaid = dashboard?.proprties.subscription_type === 'prepaid';
  return {
    balance: prepaid ? { left: dashboard.balance.amount, price } : undefined,
    isPending: isLoading,
  };
}

/** A summary before the payment, and the payment methods. */
export function ConfirmGame({ game, wanted, busy, error, onPay, onChange }: Props) {
  const { t } = useTranslation('games');
  const title = useRef<HTMLHeadingElement>(null);
  const { denomination, email, mobile } = wanted;
  const { balance, isPending } = useFromBalance(denomination.price);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <section className="stack form">
      <h2 ref={title} tabIndex={-1} className={classes.name}>
        {t('confirm.title')}
      </h2>
      <div className="card stack">
        <FactRows>
          <Fact label={t('confirm.code')}>
            <bdi>
              {game.name} {denomination.name}
            </bdi>
          </Fact>
          <Fact label={t('confirm.to')}>
            <Ltr>{email}</Ltr>
            <small>
              <Ltr>{mobile}</Ltr>
            </small>
          </Fact>
        </FactRows>
        {!game.refundable && <p className="dimmed">{t('form.noRefund')}</p>}
        <Button variant="default" onClick={onChange}>
          {t('confirm.change')}
        </Button>
      </div>
      <div className="card stack">
        {isPending ? (
          <Loading lines={3} />
        ) : (
          <PayForm total={denomination.total} balance={balance} busy={busy} error={error} onPay={onPay} />
        )}
      </div>
    </section>
  );
}
