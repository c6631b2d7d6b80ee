import type { SwitchEligibility, SwitchLaterTerms, SwitchNowTerms } from '@/api/gen-lines';
import type { Plan } from '@/api/gen-session';

/** The start of the new plan. */
export type Start = 'now' | 'renewal';

/** The present plan, the new plan and its price. */
export interface Offer {
  plan: Plan;
  present: Plan;
  now?: SwitchNowTerms | undefined;
  later?: SwitchLaterTerms | undefined;
  notNow?: string | undefined;
  notLater?: string | undefined;
}

/** Returns the server's answer as an offer; nothing if the line may not have the plan at all. */
export function offerOf({
  eligible,
  plan,
  present,
  now,
  renewal,
  notNow,
  notLater,
}: SwitchEligibility): Offer | undefined {
  if (!eligible || !plan || !present) {
    return undefined;
  }
  return { plan, present, now, later: renewal, notNow: notNow?.message, notLater: notLater?.message };
}

/** Returns the kind of a switch: the same plan again, a first plan of its family, or another plan. */
export function kindOf({ plan, present }: Pick<Offer, 'plan' | 'present'>): 'resubscribe' | 'get' | 'switch' {
  if (plan.id === present.id) {
    return 'resubscribe';
  }
  return plan.category === 'hawakom' && present.category !== 'hawakom' ? 'get' : 'switch';
}

/** Returns the default start: at once, if possible. */
export const firstStart = ({ now }: Offer): Start => (now ? 'now' : 'renewal');
