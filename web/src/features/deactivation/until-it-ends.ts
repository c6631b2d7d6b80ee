import type { Deactivation } from '@/api/gen-lines';

const soon = 3_000;

/** Returns the refresh interval of the page: after the deadline the line ends within moments. */
export function untilItEnds(deactivation?: Deactivation): number | false {
  const { stage, undoUntil } = deactivation ?? {};
  const over = stage === 'waiting' && undoUntil !== undefined && Date.parse(undoUntil) <= Date.now();
  return (over || stage === 'ending') && soon;
}
