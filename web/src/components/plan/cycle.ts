import { serverNow } from '@/lib/http/server-clock';

const dayMs = 24 * 60 * 60 * 1000;

/** A cycle of a plan, from one moment to another. */
export interface Cycle {
  from: string;
  until: string;
}

/** Days that the cycle still has; the one that has begun counts. */
export const daysLeft = ({ until }: Pick<Cycle, 'until'>): number =>
  Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / dayMs));

/** How much of the cycle is over, from 0 to 1. */
export function partOver({ from, until }: Cycle): number {
  const begin = Date.parse(from);
  const length = Math.max(1, Date.parse(until) - begin);
  return Math.min(1, Math.max(0, (serverNow() - begin) / length));
}

/** A cycle ends at midnight: its last day is the one before. */
export const lastDay = ({ until }: Pick<Cycle, 'until'>): string =>
  new Date(Date.parse(until) - 1).toISOString();
