import type { SwitchEligibility, SwitchLaterTerms, SwitchNowTerms } from '@/api/gen-lines';
import type { Plan } from '@/api/gen-session';

/** When the plan is to start. */
export type Start = 'now' | 'renewal';

/** What the line has, what it may get, and what that costs. */
export interface Offer {
  plan: Plan;
  present: Plan;
  now?: SwitchNowTerms | undefined;
  later?: SwitchLaterTerms | undefined;
  notNow?: string | undefined;
  notLater?: string | undefined;
}

/** The answer of the server as an offer; none where the line may not have the plan at all. */
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

/** What it is called: the same plan again, a first plan of its family, or another one. */
export function kindOf({ plan, present }: Pick<Offer, 'plan' | 'present'>): 'resubscribe' | 'get' | 'switch' {
  if (plan.id === present.id) {
    return 'resubscribe';
  }
  return plan.category === 'hawakom' && present.category !== 'hawakom' ? 'get' : 'switch';
}

/** The start that is offered first: at once, where that goes. */
export const firstStart = ({ now }: Offer): Start => (now ? 'now' : 'renewal');
