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

/** Takes each event. It ignores events that are no order (heartbeats, later event types). */
function takeEvent(client: QueryClient, orderId: string, language: Language, data: unknown): void {
  const order = zOrder.safeParse(data);
  if (!order.success || order.data.id !== orderId) {
    return;
  }
  storeOrder(client, language, order.data);
  void client.invalidateQueries({ queryKey: getOrderTimelineQueryKey(orderCall(orderId, language)) });
}

/** Follows an order by server-sent events; while the stream fails, it reads the order every few seconds. */
export function useLiveOrder(orderId: string, enabled = true) {
  const language = useLanguage();
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  useEffect(() => {
    if (!enabled) {
      return;
    }
    const abort = new AbortController();
    /** A page that was left receives nothing more. */
    const breaksOff = () => {
      if (!abort.signal.aborted) {
        setStreaming(false);
      }
    };
    const follow = async () => {
      const { stream } = await streamOrderEvents({
        ...orderCall(orderId, language),
        // The contract types the stream as text; takeEvent parses each event as an order.
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
        // onSseEvent has taken each event.
      }
    };
    /**
     * Opens the stream again after the server ended it normally (restart, limit), and reads the order for the
     * gap.
     */
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
