import { useQuery } from '@tanstack/react-query';
import type { PortOut } from '@/api/gen-lines';
import { listPortOutsOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';
import { useMainLineGoes } from '@/lib/session/use-main-line-goes';

const soon = 3_000;

/** A number that is to leave, or that does so at this moment. */
export const isLeaving = ({ status }: PortOut): boolean => status === 'agreed' || status === 'moving';

/** From its time on a number leaves within moments; once it has left, its line ends at once and is not listed any more. */
const leavesNow = ({ status, cut_over_at }: PortOut): boolean =>
  status === 'moving' || status === 'left' || (status === 'agreed' && Date.parse(cut_over_at) <= Date.now());

/** Numbers of the account that another operator asked for; asked again and again while one of them moves. */
export function useLeaving() {
  const asked = useQuery({
    ...listPortOutsOptions(useLineCall()),
    refetchInterval: ({ state }) => state.data?.items.some(leavesNow) === true && soon,
  });
  const now = asked.data?.items.filter(leavesNow) ?? [];
  useMainLineGoes(now.map(({ msisdn }) => msisdn));
  return asked;
}
