import { useState } from 'react';
import {
  type CodeSent,
  type Purchase,
  requestTransferCode,
  transferBalance,
  transferData,
} from '@/api/gen-transfers';
import { problemOf } from '@/api/problem';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useAttempt } from '@/lib/form/use-attempt';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { ConfirmTransfer } from './confirm-transfer';
import { CreditForm } from './credit-form';
import { DataForm } from './data-form';
import { codeBody, type Kind, type Wanted, type WantedOf } from './wanted';

interface Typed {
  wanted: Wanted;
  otp: string;
}

/** The two calls that give something away; what becomes of it is told by the page of the purchase. */
function useTransfer() {
  const open = useOpenPurchase();
  return useEffectCall<Typed, { data: Purchase }>(
    (call, { wanted, otp }) =>
      wanted.kind === 'credit'
        ? transferBalance({ ...call, body: { amount: wanted.amount, to_mobile: wanted.to, otp } })
        : transferData({
            ...call,
            body: {
              wallet_id: wanted.wallet.id,
              denomination_id: wanted.denomination.id,
              to_mobile: wanted.to,
              otp,
            },
          }),
    ({ data }) => open(data),
  );
}

const chosen = <K extends Kind>(wanted: Wanted | undefined, kind: K): WantedOf<K> | undefined =>
  // The kind says which of them it is, which the compiler cannot follow through a parameter.
  wanted?.kind === kind ? (wanted as WantedOf<K>) : undefined;

/** What and to whom, then the code, then the page of the purchase. What the server refuses is chosen again. */
export function TransferFlow({ kind }: { kind: Kind }) {
  const { headers } = useLineCall();
  const [wanted, setWanted] = useState<Wanted>();
  const [sent, setSent] = useState<CodeSent>();
  const transfer = useTransfer();
  const send = async (of: Wanted) => {
    const { data } = await requestTransferCode({ headers, body: codeBody(of), throwOnError: true });
    return data.data;
  };
  const ask = useAttempt(async (of: Wanted) => {
    setWanted(of);
    setSent(await send(of));
  });
  const refused = problemOf(transfer.error)?.fields !== undefined;
  if (wanted && sent && !refused) {
    return (
      <ConfirmTransfer
        wanted={wanted}
        sent={sent}
        onCode={(otp) => transfer.mutateAsync({ wanted, otp })}
        onResend={() => send(wanted)}
        onChange={() => {
          transfer.reset();
          setSent(undefined);
        }}
      />
    );
  }
  const props = {
    refusal: ask.error ?? transfer.error,
    busy: ask.busy,
    onDone: (next: Wanted) => {
      transfer.reset();
      setSent(undefined);
      void ask.attempt(next);
    },
  };
  return kind === 'credit' ? (
    <CreditForm {...props} initial={chosen(wanted, 'credit')} />
  ) : (
    <DataForm {...props} initial={chosen(wanted, 'data')} />
  );
}
