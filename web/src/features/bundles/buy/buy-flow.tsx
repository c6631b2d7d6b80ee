import { useState } from 'react';
import { type BuyBundles, buyBundles, type Purchase } from '@/api/gen-purchases';
import type { Subscriber } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import type { Payment } from '@/components/payment/payment-methods';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useOrderAgain } from '@/components/payment/use-order-again';
import { useEffectCall } from '@/lib/session/use-effect-call';
import type { Bought } from '../bundle-facts';
import { ChooseForm, type Wanted } from './choose-form';
import { type BoughtAs, ConfirmBundle } from './confirm-bundle';

interface Props {
  bundle: Bought;
  /** The bundle as the server receives it. */
  chosen: BuyBundles['bundles'][number];
  line: Subscriber;
  as?: BoughtAs;
}

interface Sent {
  wanted: Wanted;
  pay: Payment;
}

const ofForm = ['gift', 'options.effectiveDate'];

/** Tells whether a refusal is about typed values, which the form then shows. */
const isAboutForm = (fields: Record<string, string> | undefined) =>
  Object.keys(fields ?? {}).some((path) => ofForm.includes(path));

/** The recipient and the day, then the payment, then the page of the purchase. */
export function BuyFlow({ bundle, chosen, line, as = 'bundle' }: Props) {
  const before = useOrderAgain<Wanted>();
  const [wanted, setWanted] = useState(before ?? {});
  const [confirms, setConfirms] = useState(before !== undefined);
  const open = useOpenPurchase();
  const buy = useEffectCall<Sent, { data: Purchase }>(
    ({ headers, ...call }, { wanted: { gift, day, renew }, pay }) =>
      buyBundles({
        ...call,
        headers: { ...headers, 'X-Api-Version': 'v3' },
        body: {
          bundles: [chosen],
          ...(gift && { gift }),
          ...(renew && { renew }),
          ...(day && { options: { activateLater: true, effectiveDate: day } }),
          total: pay.way === 'balance' ? bundle.price : bundle.total,
          pay,
        },
      }),
    ({ data }) => open(data, { search: as === 'addOn' ? '?add-on' : '', wanted }),
  );
  if (confirms && !isAboutForm(problemOf(buy.error)?.fields)) {
    return (
      <ConfirmBundle
        as={as}
        bundle={bundle}
        line={line}
        wanted={wanted}
        busy={buy.isPending}
        error={buy.error}
        onPay={(pay, answered) => buy.mutate({ wanted, pay }, { onSettled: answered })}
        onChange={() => {
          buy.reset();
          setConfirms(false);
        }}
      />
    );
  }
  return (
    <ChooseForm
      renews={bundle.renews ?? false}
      initial={wanted}
      refusal={buy.error}
      onDone={(next) => {
        buy.reset();
        setWanted(next);
        setConfirms(true);
      }}
    />
  );
}
