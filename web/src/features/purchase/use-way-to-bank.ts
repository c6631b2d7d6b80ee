import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Purchase } from '@/api/gen-purchases';
import { goToBank } from '@/components/payment/go-to-bank';
import { isReturnFromBank } from '@/components/payment/return-from-bank';

const wasBegun = (state: unknown): boolean => typeof state === 'object' && state !== null && 'begun' in state;

/**
 * Removes the traces of the navigation to this page: the marker of the click and the parameters that the bank
 * added. The kind of the purchase stays.
 */
function useArrival(): { begun: boolean; returned: boolean } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [arrival] = useState(() => ({
    begun: wasBegun(state),
    returned: isReturnFromBank(new URLSearchParams(search)),
  }));
  const kept = new URLSearchParams(search).has('add-on') ? '?add-on' : '';
  const untidy = wasBegun(state) || search !== kept;
  useEffect(() => {
    if (untidy) {
      navigate(pathname + kept, { replace: true });
    }
  }, [navigate, pathname, kept, untidy]);
  return { ...arrival, begun: arrival.begun && !untidy };
}

/**
 * Opens the bank's page as soon as it is known, for a customer who has just begun the purchase. A customer
 * who returns, from the bank or otherwise, is not sent there again.
 */
export function useWayToBank(purchase: Purchase | undefined): boolean {
  const { begun, returned } = useArrival();
  const bankPage = begun && purchase?.status === 'challenge' ? purchase.payment?.challengeUrl : undefined;
  useEffect(() => {
    goToBank(bankPage);
  }, [bankPage]);
  return returned;
}
