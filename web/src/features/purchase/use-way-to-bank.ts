import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Purchase } from '@/api/gen-purchases';
import { goToBank } from '@/components/payment/go-to-bank';

const wasBegun = (state: unknown): boolean => typeof state === 'object' && state !== null && 'begun' in state;

/** Tidies what the way here left: what was begun by a click, and what the bank added to the address. What it is bought as stays. */
function useArrival(): { begun: boolean; returned: boolean } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [arrival] = useState(() => ({
    begun: wasBegun(state),
    returned: new URLSearchParams(search).has('payment'),
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
 * Who has just begun a purchase goes on to the bank's page as soon as there is one. Whoever comes back to this page, from
 * the bank or otherwise, is not sent there again.
 */
export function useWayToBank(purchase: Purchase | undefined): boolean {
  const { begun, returned } = useArrival();
  const bankPage = begun && purchase?.status === 'challenge' ? purchase.payment?.challengeUrl : undefined;
  useEffect(() => {
    goToBank(bankPage);
  }, [bankPage]);
  return returned;
}
