import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Purchase, type RechargeOptions, type StartPurchase, startPurchase } from '@/api/gen-purchases';
import { getRechargeOptionsQueryKey } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { problemOf } from '@/api/problem';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useOrderAgain } from '@/components/payment/use-order-again';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { ConfirmPurchase } from './confirm-purchase';
import { BalanceForm } from './forms/balance-form';
import { DataForm } from './forms/data-form';
import { VoucherForm } from './forms/voucher-form';
import { bodyOf, isAboutForm, type Kind, type Wanted, type WantedOf } from './wanted';

interface Props {
  options: RechargeOptions;
  kind: Kind;
}

interface FormProps extends Props {
  wanted: Wanted | undefined;
  refusal: unknown;
  onDone: (wanted: Wanted) => void;
}

const chosen = <K extends Kind>(wanted: Wanted | undefined, kind: K): WantedOf<K> | undefined =>
  // The kind decides the type, which the compiler cannot follow through a parameter.
  wanted?.kind === kind ? (wanted as WantedOf<K>) : undefined;

function ChooseForm({ kind, wanted, ...rest }: FormProps) {
  switch (kind) {
    case 'recharge':
      return <BalanceForm {...rest} initial={chosen(wanted, kind)} />;
    case 'data-recharge':
      return <DataForm {...rest} initial={chosen(wanted, kind)} />;
    default:
      return <VoucherForm {...rest} initial={chosen(wanted, kind)} />;
  }
}

/** Returns the data pack or the last amount that the address names, as a link from the dashboard does. */
function useWantedOfAddress({ options, kind }: Props): Wanted | undefined {
  const [params] = useSearchParams();
  if (kind === 'recharge' && params.get('amount') === 'last' && options.lastAmount !== undefined) {
    return { kind, amount: options.lastAmount };
  }
  const pack = options.data.find(({ id }) => id === params.get('pack'));
  return pack && kind === 'data-recharge' ? { kind, pack } : undefined;
}

/**
 * The choice, then the payment, then the page of the purchase. After a refusal the customer chooses again.
 */
export function RechargeFlow({ options, kind }: Props) {
  const before = useOrderAgain<Wanted>();
  const named = useWantedOfAddress({ options, kind });
  const [wanted, setWanted] = useState(before?.kind === kind ? before : named);
  const [confirms, setConfirms] = useState(wanted !== undefined && kind !== 'voucher');
  const open = useOpenPurchase();
  const client = useQueryClient();
  const queryKey = getRechargeOptionsQueryKey(useLineCall());
  const start = useEffectCall<StartPurchase, { data: Purchase }>(
    (call, body) => startPurchase({ ...call, body }),
    ({ data }) => open(data, { wanted }),
  );
  const refused = isAboutForm(problemOf(start.error)?.fields);
  if (wanted && confirms && !refused) {
    return (
      <ConfirmPurchase
        options={options}
        wanted={wanted}
        busy={start.isPending}
        error={start.error}
        onPay={(pay, answered) =>
          start.mutate(bodyOf(wanted, pay, options.vatPercent), {
            onSettled: answered,
            // The page's price or pack may have been out of date.
            onError: () => void client.invalidateQueries({ queryKey }),
          })
        }
        onChange={() => {
          start.reset();
          setConfirms(false);
        }}
        onAmount={(amount) => {
          start.reset();
          setWanted({ ...wanted, kind: 'recharge', amount });
        }}
        onPromo={(promo) => {
          start.reset();
          setWanted({ ...wanted, promo });
        }}
      />
    );
  }
  return (
    <ChooseForm
      options={options}
      kind={kind}
      wanted={wanted}
      refusal={start.error}
      onDone={(next) => {
        start.reset();
        setWanted(next);
        setConfirms(true);
      }}
    />
  );
}
