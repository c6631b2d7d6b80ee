import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { streamOrderEvents } from '@/api/gen';
import { zOrder } from '@/api/gen/zod.gen';
import { getOrderTimelineQueryKey } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { orderCall, orderQuery, storeOrder, useOrder } from './order-query';

const pollEvery = 4_000;
const reconnectAfter = 1_000;

/** Called once per event; anything that is not an order (heartbeats, later event types) is left alone. */
function takeEvent(client: QueryClient, orderId: string, language: Language, data: unknown): void {
  const order = zOrder.safeParse(data);
  if (!order.success || order.data.id !== orderId) {
    return;
  }
  storeOrder(client, language, order.data);
  void client.invalidateQueries({ queryKey: getOrderTimelineQueryKey(orderCall(orderId, language)) });
}

/** The order, followed by server-sent events; while these do not come through it is asked for every few seconds. */
export function useLiveOrder(orderId: string, enabled = true) {
  const language = useLanguage();
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  useEffect(() => {
    if (!enabled) {
      return;
    }
    const abort = new AbortController();
    /** A page that was left is told nothing any more. */
    const breaksOff = () => {
      if (!abort.signal.aborted) {
        setStreaming(false);
      }
    };
    const follow = async () => {
      const { stream } = await streamOrderEvents({
        ...orderCall(orderId, language),
        // The contract describes the stream as text; each event is parsed as an order in takeEvent.
        responseValidator: undefined,
        signal: abort.signal,
        sseDefaultRetryDelay: reconnectAfter,
        onSseEvent: ({ data }) => {
          setStreaming(true);
          takeEvent(client, orderId, language, data);
        },
        onSseError: breaksOff,
      });
      while (!abort.signal.aborted && !(await stream.next()).done) {
        // Each event was taken by onSseEvent.
      }
    };
    /** A server that ends the stream in good order (restart, limit) is asked again, and the gap is read. */
    const keepFollowing = async () => {
      while (!abort.signal.aborted) {
        await follow();
        breaksOff();
        await new Promise((resolve) => setTimeout(resolve, reconnectAfter));
      }
    };
    void keepFollowing();
    return () => abort.abort();
  }, [client, enabled, language, orderId]);
  useEffect(() => {
    if (enabled) {
      void client.invalidateQueries({ queryKey: orderQuery(orderId, language).queryKey });
    }
  }, [client, enabled, language, orderId]);
  return useOrder(orderId, enabled && !streaming ? pollEvery : false);
}
