import type { PlanSubscription } from '@/api/gen-session';
import { serverNow } from '@/lib/http/server-clock';

const dayMs = 24 * 60 * 60 * 1000;

type Cycle = Pick<PlanSubscription, 'from' | 'until'>;

/** Days that the cycle still has; the one that has begun counts. */
export const daysLeft = ({ until }: Cycle): number =>
  Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / dayMs));

/** How much of the cycle is over, from 0 to 1. */
export function partOver({ from, until }: Cycle): number {
  const begin = Date.parse(from);
  const length = Math.max(1, Date.parse(until) - begin);
  return Math.min(1, Math.max(0, (serverNow() - begin) / length));
}

/** A cycle is charged a little before it begins. */
export const isPaidAhead = ({ from }: Cycle): boolean => Date.parse(from) > serverNow();

/** A cycle ends at midnight: its last day is the one before. */
export const lastDay = ({ until }: Cycle): string => new Date(Date.parse(until) - 1).toISOString();

/** Whether another plan may be put in the place of this one when the cycle ends. */
export const isChangeable = ({ stage, scheduled, changeableUntil }: PlanSubscription): boolean =>
  stage === 'active' && !scheduled?.paid && serverNow() < Date.parse(changeableUntil);
