import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { keptOrder } from '@/lib/session/kept-order';

const again = 'again';

/** The way back to where a purchase was chosen, with all that was chosen; undefined where that is not known here. */
export function wayToOrderAgain(purchaseId: string): string | undefined {
  const from = keptOrder(purchaseId)?.from;
  if (from === undefined) {
    return undefined;
  }
  const [path = '', search] = from.split('?');
  const params = new URLSearchParams(search);
  params.set(again, purchaseId);
  return `${path}?${params}`;
}

/** What was chosen before a payment was declined, where the customer comes back to try another way to pay. */
export function useOrderAgain<Wanted>(): Wanted | undefined {
  const [params] = useSearchParams();
  const id = params.get(again);
  // The page at this address wrote it, in this release.
  const [wanted] = useState(() => (id ? (keptOrder(id)?.wanted as Wanted | undefined) : undefined));
  return wanted;
}
