import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Order } from '@/api/gen';
import { EffectKeys } from './idempotency';
import type { Language } from './language';
import { orderCall, orderQuery, storeOrder } from './order-query';
import { repeatsItself, statusOf } from './problem';
import { useLanguage } from './use-language';

type Call = ReturnType<typeof orderCall>;
export type EffectCall = Omit<Call, 'headers'> & {
  headers: Call['headers'] & { 'Idempotency-Key': string };
  throwOnError: true;
};

const silentTries = 2;

/** A call that changes an order: sent again by itself after silence, under the same key; the answer is the order. */
export function useOrderAction<Body>(
  orderId: string,
  send: (call: EffectCall, body: Body) => Promise<{ data: Order }>,
  take: (client: QueryClient, language: Language, answer: Order) => void = storeOrder,
) {
  const language = useLanguage();
  const client = useQueryClient();
  const keys = useRef(new EffectKeys());
  return useMutation({
    mutationFn: async (body: Body) => {
      const call = orderCall(orderId, language);
      const headers = { ...call.headers, 'Idempotency-Key': keys.current.keyFor(body ?? null) };
      const { data } = await send({ ...call, headers, throwOnError: true }, body);
      return data;
    },
    retry: (tries, error) => tries < silentTries && repeatsItself(error),
    retryDelay: (tries) => 800 * 2 ** tries,
    onSuccess: (order) => take(client, language, order),
    onSettled: (_order, error) => {
      keys.current.settled(error);
      // A conflict means that the order is not what this page believed.
      if (statusOf(error) === 409) {
        void client.invalidateQueries({ queryKey: orderQuery(orderId, language).queryKey });
      }
    },
  });
}
