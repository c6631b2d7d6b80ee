import { lazy, Suspense, useState } from 'react';
import type { Order } from '@/api/gen';

/** Loaded while the address can still change, and kept after that, to say that it has changed. */
const CorrectAddress = lazy(() => import('./correct-address'));

/** The way to another address, for an order that may get one. */
export function AddressPart({ order }: { order: Order }) {
  const isOffered = order.canCorrectAddress === true || order.canChangeAddress === true;
  const [wasOffered, setOffered] = useState(isOffered);
  if (isOffered && !wasOffered) {
    setOffered(true);
  }
  return (
    wasOffered && (
      <Suspense>
        <CorrectAddress order={order} />
      </Suspense>
    )
  );
}
