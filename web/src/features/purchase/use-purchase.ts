import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Purchase } from '@/api/gen-purchases';
import { getPurchaseOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';

type Status = Purchase['status'];

const soonMs = 2_000;
const slowlyMs = 10_000;

/** How often it is asked about: often while it moves by itself, rarely while a person decides, no more once it is over. */
export function pauseAfter(status: Status | undefined): number | false {
  if (status === undefined || status === 'completed' || status === 'failed') {
    return false;
  }
  return status === 'held' || status === 'scheduled' ? slowlyMs : soonMs;
}

/** Whether it has come as far as it comes by itself. */
const isSettled = (status: Status) => ['completed', 'failed', 'held', 'scheduled'].includes(status);

const isPurchase = (queryKey: readonly unknown[]) => JSON.stringify(queryKey[0]).includes('"getPurchase"');

/** Balance, cards and history may be other than they were: they are asked for again when they are next shown. */
function useForgetWhatChanged(status: Status | undefined) {
  const client = useQueryClient();
  const settled = status !== undefined && isSettled(status);
  useEffect(() => {
    if (settled) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => !isPurchase(queryKey) });
    }
  }, [client, settled]);
}

/** A purchase as it is getting on. */
export function usePurchase(id: string) {
  const query = useQuery({
    ...getPurchaseOptions({ ...useLineCall(), path: { id } }),
    refetchInterval: ({ state }) => pauseAfter(state.data?.data.status),
    // The bank's page may be in another tab.
    refetchOnWindowFocus: 'always',
  });
  useForgetWhatChanged(query.data?.data.status);
  return query;
}
