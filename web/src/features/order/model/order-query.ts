import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '@/api/gen';
import { getOrderOptions } from '@/api/gen/@tanstack/react-query.gen';
import { statusOf } from '@/api/problem';
import { noteServerTime } from '@/lib/http/server-clock';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { sessionOf } from './order-session';

/** Returns the part that each call about an order carries. */
export const orderCall = (orderId: string, language: Language) => ({
  path: { id: orderId },
  headers: { 'accept-language': language, 'X-Order-Session': sessionOf(orderId) ?? '' },
});

/** Tells whether this browser may not see the order, or its part. */
export const isOrderClosed = (error: unknown): boolean => [401, 403, 404, 422].includes(statusOf(error) ?? 0);

/**
 * Returns the newer of two orders. Answers can overtake each other; the order with the higher seq is current.
 */
export const newerOrder = (known: Order | undefined, incoming: Order): Order =>
  known && known.id === incoming.id && known.seq > incoming.seq ? known : incoming;

const isOrder = (data: unknown): data is Order => typeof data === 'object' && data !== null && 'seq' in data;

export const orderQuery = (orderId: string, language: Language) => ({
  ...getOrderOptions(orderCall(orderId, language)),
  // A slow GET must not overwrite a newer event or answer.
  structuralSharing: (known: unknown, incoming: unknown) =>
    isOrder(known) && isOrder(incoming) ? newerOrder(known, incoming) : incoming,
});

/** Stores an order that did not come from a GET, so that all screens read it. */
export function storeOrder(client: QueryClient, language: Language, order: Order): void {
  noteServerTime(order.serverTime);
  client.setQueryData(orderQuery(order.id, language).queryKey, (known) => newerOrder(known, order));
}

/** Reads the order; another language keeps showing the known order until its texts arrive. */
export function useOrder(orderId: string, refetchInterval: number | false = false) {
  const language = useLanguage();
  const query = useQuery({
    ...orderQuery(orderId, language),
    refetchInterval,
    // Another tab or another device may have moved the order on.
    refetchOnWindowFocus: 'always',
    placeholderData: (known) => (known?.id === orderId ? known : undefined),
  });
  const serverTime = query.data?.serverTime;
  useEffect(() => {
    if (serverTime) {
      noteServerTime(serverTime);
    }
  }, [serverTime]);
  return query;
}
