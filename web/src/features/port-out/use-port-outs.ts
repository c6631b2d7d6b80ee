import { useQuery } from '@tanstack/react-query';
import type { PortOut } from '@/api/gen-lines';
import { listPortOutsOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';
import { useMainLineGoes } from '@/lib/session/use-main-line-goes';

const soon = 3_000;

/** Tells whether a number is about to leave or is leaving now. */
export const isUnderWay = ({ status }: PortOut): boolean => status === 'agreed' || status === 'moving';

/**
 * Tells whether a number leaves within moments. Once it has left, its line ends and disappears from the list.
 */
export const leavesNow = ({ status, cut_over_at }: PortOut): boolean =>
  status === 'moving' || status === 'left' || (status === 'agreed' && Date.parse(cut_over_at) <= Date.now());

/** Reads the account's numbers that another operator has requested; refreshes while one of them moves. */
export function usePortOuts() {
  const asked = useQuery({
    ...listPortOutsOptions(useLineCall()),
    refetchInterval: ({ state }) => state.data?.items.some(leavesNow) === true && soon,
  });
  const now = asked.data?.items.filter(leavesNow) ?? [];
  useMainLineGoes(now.map(({ msisdn }) => msisdn));
  return asked;
}
