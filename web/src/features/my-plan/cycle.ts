import type { PlanSubscription } from '@/api/gen-session';
import { serverNow } from '@/lib/http/server-clock';

/** A cycle is charged a little before it begins. */
export const isPaidAhead = ({ from }: Pick<PlanSubscription, 'from'>): boolean =>
  Date.parse(from) > serverNow();

/** Whether another plan may be put in the place of this one when the cycle ends. */
export const isChangeable = ({ stage, scheduled, changeableUntil }: PlanSubscription): boolean =>
  stage === 'active' && !scheduled?.paid && serverNow() < Date.parse(changeableUntil);
