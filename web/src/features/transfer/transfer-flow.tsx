import { useState } from 'react';
import {
  type CodeSent,
  type Purchase,
  requestTopUpCode,
  requestTransferCode,
  sendTopUp,
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
import { InternationalForm } from './international-form';
import { choiceOf, codeBody, type Kind, type Wanted, type WantedOf } from './wanted';

interface Typed {
  wanted: Wanted;
  otp: string;
}

/** Makes the transfer; the page of the purchase shows the result. */
function useTransfer() {
  const open = useOpenPurchase();
  return useEffectCall<Typed, { data: Purchase }>(
    (call, { wanted, otp }) => {
      switch (wanted.kind) {
        case 'local':
          return transferBalance({ ...call, body: { amount: wanted.amount, to_mobile: wanted.to, otp } });
        case 'data': {
          const { wallet, denomination, to } = wanted;
          const body = { wallet_id: wallet.id, denomination_id: denomination.id, to_mobile: to, otp };
          return transferData({ ...call, body });
        }
        default:
          return sendTopUp({ ...call, body: { verify: { otp }, transfer: choiceOf(wanted) } });
      }
    },
    ({ data }) => open(data),
  );
}

/** Sends the code that a transfer needs. */
function useCode() {
  const { headers } = useLineCall();
  return async (of: Wanted) => {
    const { data } =
      of.kind === 'international'
        ? await requestTopUpCode({ headers, body: { transfer: choiceOf(of) }, throwOnError: true })
        : await requestTransferCode({ headers, body: codeBody(of), throwOnError: true });
    return data.data;
  };
}

const chosen = <K extends Kind>(wanted: Wanted | undefined, kind: K): WantedOf<K> | undefined =>
  // The kind decides the type, which the compiler cannot follow through a parameter.
  wanted?.kind === kind ? (wanted as WantedOf<K>) : undefined;

/**
 * Amount and recipient, then the code, then the page of the purchase. After a refusal the customer chooses
 * again.
 */
export function TransferFlow({ kind }: { kind: Kind }) {
  const send = useCode();
  const [wanted, setWanted] = useState<Wanted>();
  const [sent, setSent] = useState<CodeSent>();
  const transfer = useTransfer();
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
  switch (kind) {
    case 'local':
      return <CreditForm {...props} initial={chosen(wanted, 'local')} />;
    case 'data':
      return <DataForm {...props} initial={chosen(wanted, 'data')} />;
    default:
      return <InternationalForm {...props} initial={chosen(wanted, 'international')} />;
  }
}
