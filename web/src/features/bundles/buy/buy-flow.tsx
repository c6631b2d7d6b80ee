import { useState } from 'react';
import type { Bundle } from '@/api/gen-bundles';
import { buyBundles, type Purchase } from '@/api/gen-purchases';
import type { Subscriber } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import type { Payment } from '@/components/payment/ways';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { ConfirmBundle } from './confirm-bundle';
import { WhomForm } from './whom-form';

interface Props {
  bundle: Bundle;
  line: Subscriber;
}

interface Bought {
  gift: string | undefined;
  pay: Payment;
}

/** Refusals of the number of a gift are shown where it was typed. */
const isAboutGift = (fields: Record<string, string> | undefined) => fields !== undefined && 'gift' in fields;

/** For whom, then how it is paid, then the page of the purchase. */
export function BuyFlow({ bundle, line }: Props) {
  const [gift, setGift] = useState<string>();
  const [confirms, setConfirms] = useState(false);
  const open = useOpenPurchase();
  const buy = useEffectCall<Bought, { data: Purchase }>(
    ({ headers, ...call }, { gift: to, pay }) =>
      buyBundles({
        ...call,
        headers: { ...headers, 'X-Api-Version': 'v3' },
        body: {
          bundles: [{ id: bundle.id }],
          ...(to && { gift: to }),
          total: pay.way === 'balance' ? bundle.price : bundle.total,
          pay,
        },
      }),
    ({ data }) => open(data),
  );
  if (confirms && !isAboutGift(problemOf(buy.error)?.fields)) {
    return (
      <ConfirmBundle
        bundle={bundle}
        line={line}
        gift={gift}
        busy={buy.isPending}
        error={buy.error}
        onPay={(pay, answered) => buy.mutate({ gift, pay }, { onSettled: answered })}
        onChange={() => {
          buy.reset();
          setConfirms(false);
        }}
      />
    );
  }
  return (
    <WhomForm
      initial={gift}
      refusal={buy.error}
      onDone={(to) => {
        buy.reset();
        setGift(to);
        setConfirms(true);
      }}
    />
  );
}
