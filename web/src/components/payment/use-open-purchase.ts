import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { Purchase } from '@/api/gen-purchases';
import { getPurchaseQueryKey } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { keepOrder } from '@/lib/session/kept-order';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';

/** The navigation state of a purchase's page directly after the click that began the purchase. */
export interface Begun {
  begun: true;
}

/**
 * Opens the page of a new purchase and stores the choices for another try. A later visit does not lead to the
 * bank again.
 */
export function useOpenPurchase() {
  const client = useQueryClient();
  const call = useLineCall();
  const navigate = useNavigate();
  const location = useLocation();
  const path = usePath('purchase');
  return (purchase: Purchase, { search = '', wanted }: { search?: string; wanted?: unknown } = {}) => {
    client.setQueryData(getPurchaseQueryKey({ ...call, path: { id: purchase.id } }), { data: purchase });
    if (wanted !== undefined) {
      keepOrder(purchase.id, { from: location.pathname + location.search, wanted });
    }
    const state: Begun = { begun: true };
    navigate(`${path}/${purchase.id}${search}`, { state });
  };
}
