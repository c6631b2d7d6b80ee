import { useEffect, useRef } from 'react';
import type { Order } from '@/api/gen';
import { channelOf } from '@/lib/browser-parts';

const name = 'orders';

interface News {
  id: string;
  seq: number;
}

const isNews = (data: unknown): data is News =>
  typeof data === 'object' && data !== null && 'id' in data && 'seq' in data && typeof data.seq === 'number';

/**
 * Tells the other tabs of this browser the state of an order, and reads the order again when another tab has
 * a newer one.
 */
export function useOtherTabs(order: Order | undefined, refetch: () => unknown): void {
  const channel = useRef<ReturnType<typeof channelOf>>(undefined);
  const known = useRef<News>(undefined);
  const ask = useRef(refetch);
  useEffect(() => {
    ask.current = refetch;
  });
  useEffect(() => {
    const opened = channelOf(name);
    if (!opened) {
      return; // each tab reads the order when it becomes visible
    }
    channel.current = opened;
    opened.onmessage = ({ data }) => {
      if (isNews(data) && known.current?.id === data.id && data.seq > known.current.seq) {
        void ask.current();
      }
    };
    return () => opened.close();
  }, []);
  const id = order?.id;
  const seq = order?.seq;
  useEffect(() => {
    if (id !== undefined && seq !== undefined) {
      known.current = { id, seq };
      channel.current?.postMessage(known.current);
    }
  }, [id, seq]);
}
