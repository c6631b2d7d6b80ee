import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Purchase } from '@/api/gen-purchases';
import type { Declined } from '@/components/payment/payment-methods';
import { wayToOrderAgain } from '@/components/payment/use-order-again';
import { keepOrder, keptOrder } from '@/lib/session/kept-order';

/** Returns the declined or unconfirmed payment of a purchase that failed for no other reason. */
function declinedOf({ status, way, payment, failure, refundedAt }: Purchase): Declined | undefined {
  if (status !== 'failed' || refundedAt || !payment) {
    return undefined;
  }
  const { brand, last4, declineMessage } = payment;
  switch (payment.status) {
    case 'declined':
      return { way, brand, last4, reason: declineMessage ?? '' };
    case 'abandoned':
      return { way, brand, last4, reason: failure?.message ?? '' };
    default:
      return undefined;
  }
}

/**
 * Leads the customer from a declined payment back to the payment methods, where all choices are as before.
 * Only the first visit of this tab leads back: a later visit, as from the history, shows the purchase. Call
 * this after `useWayToBank`, which tidies the address that this one leaves.
 *
 * @param secret the part of the address after `#`
 * @returns whether the customer is on the way back
 */
export function useWayBack(id: string, purchase: Purchase | undefined, secret = ''): boolean {
  const navigate = useNavigate();
  const [kept] = useState(() => keptOrder(id));
  const declined = purchase && declinedOf(purchase);
  const goesBack = declined !== undefined && kept !== undefined && kept.declined === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the customer is led back once
  useEffect(() => {
    if (goesBack) {
      keepOrder(id, { ...kept, declined });
      navigate(`${wayToOrderAgain(id)}${secret}`, { replace: true });
    }
  }, [goesBack]);
  return goesBack;
}
