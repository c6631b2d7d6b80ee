import type { Plan } from '@/api/gen-plans';
import type { Subscriber } from '@/api/gen-session';

/** The reasons why a line cannot have a plan, as far as the page knows; the server decides. */
export type Ineligibility = 'data-line' | 'data-plan' | 'postpaid-line' | 'prepaid-line';

type Of = Pick<Plan, 'kind' | 'subscriptionType'>;

export function ineligibilityOf(
  { kind, subscriptionType }: Of,
  { data_sim: dataSim, subscription_type: type }: Subscriber['properties'],
): Ineligibility | undefined {
  if (dataSim !== (kind === 'data')) {
    return dataSim ? 'data-line' : 'data-plan';
  }
  if (type !== subscriptionType) {
    return type === 'postpaid' ? 'postpaid-line' : 'prepaid-line';
  }
  return undefined;
}
