import type { Deactivation } from '@/api/gen-lines';

const soon = 3_000;

/** How often a page asks: once the time to undo is over, the line ends within moments. */
export function untilItEnds(deactivation?: Deactivation): number | false {
  const { stage, undoUntil } = deactivation ?? {};
  const over = stage === 'waiting' && undoUntil !== undefined && Date.parse(undoUntil) <= Date.now();
  return (over || stage === 'ending') && soon;
}
