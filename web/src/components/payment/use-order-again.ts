import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { keptOrder } from '@/lib/session/kept-order';
import type { Declined } from './payment-methods';

const again = 'again';

/**
 * Returns the address at which the customer chose the purchase, with all choices; undefined if this tab does
 * not know it.
 */
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

/**
 * Returns the choices of a purchase with a declined payment, when the customer returns to try another payment
 * method.
 */
export function useOrderAgain<Wanted>(): Wanted | undefined {
  const [params] = useSearchParams();
  const id = params.get(again);
  // The page at this address stored the value, in this release.
  const [wanted] = useState(() => (id ? (keptOrder(id)?.wanted as Wanted | undefined) : undefined));
  return wanted;
}

/** Returns the declined payment that led back to this page, if this tab knows it. */
export function useDeclined(): Declined | undefined {
  const [params] = useSearchParams();
  const id = params.get(again);
  const [declined] = useState(() => (id ? (keptOrder(id)?.declined as Declined | undefined) : undefined));
  return declined;
}
