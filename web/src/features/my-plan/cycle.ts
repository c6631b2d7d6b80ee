import type { PlanSubscription } from '@/api/gen-session';
import { serverNow } from '@/lib/http/server-clock';

/** Tells whether the cycle is paid but has not begun: a cycle is charged shortly before it begins. */
export const isPaidAhead = ({ from }: Pick<PlanSubscription, 'from'>): boolean =>
  Date.parse(from) > serverNow();

/** Tells whether another plan can replace this one at the end of the cycle. */
export const isChangeable = ({ stage, scheduled, changeableUntil }: PlanSubscription): boolean =>
  stage === 'active' && !scheduled?.paid && serverNow() < Date.parse(changeableUntil);
