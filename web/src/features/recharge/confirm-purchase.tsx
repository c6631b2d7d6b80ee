import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PromoOffer, RechargeOptions } from '@/api/gen-purchases';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { PayForm } from '@/components/payment/pay-form';
import { type FromBalance, isSufficient, type Payment } from '@/components/payment/payment-methods';
import { Stack } from '@/components/ui/layout';
import { useLineCall } from '@/lib/session/use-line-call';
import classes from './confirm.module.css';
import { PromoOfRecharge } from './promo-of-recharge';
import { fromBalanceOf, totalOf, type Wanted } from './wanted';
import { WantedFacts } from './wanted-facts';

export type Pay = Payment | { way: 'voucher' };

interface Props {
  options: RechargeOptions;
  wanted: Wanted;
  busy: boolean;
  error: unknown;
  onPay: (pay: Pay, answered: () => void) => void;
  onChange: () => void;
  onAmount: (amount: number) => void;
  onPromo: (promo: PromoOffer | undefined) => void;
}

/** The usual amounts, the chosen one and the last one: another amount takes one tap. */
function Amounts({ options, wanted, onAmount }: Pick<Props, 'options' | 'wanted' | 'onAmount'>) {
  const { t } = useTranslation('recharge');
  if (wanted.kind !== 'recharge') {
    return null;
  }
  const amounts = new Set([...options.presets, options.lastAmount ?? wanted.amount, wanted.amount]);
  return (
    <ChoiceChips
      legend={t('balance.presets')}
      name="amount"
      value={String(wanted.amount)}
      choices={[...amounts]
        .sort((one, other) => one - other)
        .map((amount) => ({ value: String(amount), label: <Money amount={amount} /> }))}
      onChange={(amount) => onAmount(Number(amount))}
    />
  );
}

/** Returns the balance, which can also pay for data if the line has one. */
function useFromBalance(wanted: Wanted): { balance: FromBalance | undefined; isPending: boolean } {
  const pack = wanted.kind === 'data-recharge' ? wanted : undefined;
  const { data, isLoading } = useQuery({
    ...getDashboardOptions(useLineCall()),
    enabled: pack !== undefined,
  });
  const dashboard = data?.data;
  const prepaid = dashboard?.proprties.subscription_type === 'prepaid';
  return {
    balance: pack && prepaid ? { left: dashboard.balance.amount, price: fromBalanceOf(pack) } : undefined,
    isPending: isLoading,
  };
}

function ShortBalance() {
  const { t } = useTranslation('recharge');
  return (
    <Notice tone="warning" action={<Link to="?tab=balanceRecharge">{t('confirm.shortLink')}</Link>}>
      {t('confirm.short')}
    </Notice>
  );
}

function UseVoucher({ busy, error, onPay }: Pick<Props, 'busy' | 'error' | 'onPay'>) {
  const { t } = useTranslation('recharge');
  return (
    <>
      <ErrorNotice error={error} />
      <Button
        size="lg"
        className="primary-action"
        loading={busy}
        onClick={() => onPay({ way: 'voucher' }, () => {})}
      >
        {t('confirm.use')}
      </Button>
    </>
  );
}

function HowToPay({ options, wanted, busy, error, onPay }: Props) {
  const { balance, isPending } = useFromBalance(wanted);
  if (wanted.kind === 'voucher') {
    return <UseVoucher busy={busy} error={error} onPay={onPay} />;
  }
  if (isPending) {
    return <Loading lines={3} />;
  }
  return (
    <>
      {balance && !isSufficient(balance) && <ShortBalance />}
      <PayForm
        total={totalOf(wanted, options.vatPercent)}
        balance={balance}
        busy={busy}
        error={error}
        onPay={onPay}
      />
    </>
  );
}

/** A summary before the payment, and the payment methods. */
export function ConfirmPurchase(props: Props) {
  const { t } = useTranslation('recharge');
  const { options, wanted, onChange, onPromo } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <section className="stack form">
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        {t(wanted.kind === 'voucher' ? 'confirm.voucherTitle' : 'confirm.title')}
      </h2>
      <div className="card stack">
        <Amounts {...props} />
        <WantedFacts wanted={wanted} vatPercent={options.vatPercent} />
        {wanted.kind !== 'voucher' && <PromoOfRecharge wanted={wanted} onPromo={onPromo} />}
        <Stack gap="lg">
          <Button variant="default" onClick={onChange}>
            {t('confirm.change')}
          </Button>
        </Stack>
      </div>
      <div className="card stack">
        <HowToPay {...props} />
      </div>
    </section>
  );
}
