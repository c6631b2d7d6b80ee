import { serverNow } from '@/lib/http/server-clock';

const dayMs = 24 * 60 * 60 * 1000;

/** A cycle of a plan: its begin and its end. */
export interface Cycle {
  from: string;
  until: string;
}

/** Returns the days left in the cycle, today included. */
export const daysLeft = ({ until }: Pick<Cycle, 'until'>): number =>
  Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / dayMs));

/** Returns the part of the cycle that is over, from 0 to 1. */
export function partOver({ from, until }: Cycle): number {
  const begin = Date.parse(from);
  const length = Math.max(1, Date.parse(until) - begin);
  return Math.min(1, Math.max(0, (serverNow() - begin) / length));
}

/** Returns the last day of a cycle. A cycle ends at midnight, so this is the day before the end. */
export const lastDay = ({ until }: Pick<Cycle, 'until'>): string =>
  new Date(Date.parse(until) - 1).toISOString();
