import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Purchase } from '@/api/gen-purchases';
import { getPurchaseOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';

type Status = Purchase['status'];

const soonMs = 2_000;
const slowlyMs = 10_000;

/**
 * Returns the refresh interval: short while the purchase continues by itself, long while a person decides,
 * none at the end.
 */
export function pauseAfter(status: Status | undefined): number | false {
  if (status === undefined || status === 'completed' || status === 'failed') {
    return false;
  }
  return status === 'held' || status === 'scheduled' ? slowlyMs : soonMs;
}

/** Tells whether the purchase no longer changes by itself. */
const isSettled = (status: Status) => ['completed', 'failed', 'held', 'scheduled'].includes(status);

const isPurchase = (queryKey: readonly unknown[]) => JSON.stringify(queryKey[0]).includes('"getPurchase"');

/** Drops cached balance, cards and history, which may have changed: their pages read them again. */
function useForgetWhatChanged(status: Status | undefined) {
  const client = useQueryClient();
  const settled = status !== undefined && isSettled(status);
  useEffect(() => {
    if (settled) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => !isPurchase(queryKey) });
    }
  }, [client, settled]);
}

/** Reads a purchase while it continues. */
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
