import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Order } from '@/api/gen';
import { statusOf } from '@/api/problem';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { orderCall, orderQuery, storeOrder } from './order-query';

type Call = ReturnType<typeof orderCall>;
export type EffectCall = Omit<Call, 'headers'> & {
  headers: Call['headers'] & { 'Idempotency-Key': string };
  throwOnError: true;
};

/** Makes a call that changes an order; the answer is the order. */
export function useOrderAction<Body>(
  orderId: string,
  send: (call: EffectCall, body: Body) => Promise<{ data: Order }>,
  take: (client: QueryClient, language: Language, answer: Order) => void = storeOrder,
) {
  const language = useLanguage();
  const client = useQueryClient();
  return useKeyedCall(
    (key, body: Body) => {
      const call = orderCall(orderId, language);
      return send(
        { ...call, headers: { ...call.headers, 'Idempotency-Key': key }, throwOnError: true },
        body,
      );
    },
    {
      onSuccess: (order) => take(client, language, order),
      onError: (error) => {
        // A conflict means that the page's order was out of date.
        if (statusOf(error) === 409) {
          void client.invalidateQueries({ queryKey: orderQuery(orderId, language).queryKey });
        }
      },
    },
  );
}
