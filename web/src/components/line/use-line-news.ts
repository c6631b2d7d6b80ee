import { useQuery } from '@tanstack/react-query';
import type { OrderSummary } from '@/api/gen-later';
import { listOrdersOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { LineAlert, PlanSubscription } from '@/api/gen-session';
import { getDashboardOptions, getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';

/** The renewal of the plan needs the customer: the balance is short of it, or it has failed already. */
interface PlanNews {
  what: 'plan_short' | 'plan_grace' | 'plan_expired';
  until?: string;
  /** Halalas that the renewal needs. */
  amount?: number;
  /** A plan whose renewal was stopped is started again; a recharge does not bring it back. */
  isStopped: boolean;
}

/** An order that goes on once the customer acts. */
interface OrderNews {
  what: 'order_address' | 'order_number' | 'order_arrived' | 'order_open';
  order: Pick<OrderSummary, 'id' | 'orderNumber'>;
}

export type LineNews = LineAlert | PlanNews | OrderNews;

function planNews({ stage, autoRenew, renewal, grace, until }: PlanSubscription): PlanNews | undefined {
  const isStopped = !autoRenew;
  switch (stage) {
    case 'expired':
      return { what: 'plan_expired', isStopped };
    case 'grace':
      return { what: 'plan_grace', isStopped, ...(grace && { until: grace.until, amount: grace.missing }) };
    case 'active':
      return renewal && !renewal.covered
        ? { what: 'plan_short', isStopped, until, amount: renewal.amount }
        : undefined;
    default:
      return undefined;
  }
}

function reasonOf({ stage, canCorrectAddress }: OrderSummary): OrderNews['what'] | undefined {
  if (canCorrectAddress) {
    return 'order_address';
  }
  const reasons: Partial<Record<OrderSummary['stage'], OrderNews['what']>> = {
    'number-lost': 'order_number',
    delivered: 'order_arrived',
    wizard: 'order_open',
  };
  return reasons[stage];
}

/** Orders by what they lose while they wait: the paid ones first. */
const ranks: OrderNews['what'][] = ['order_number', 'order_address', 'order_arrived', 'order_open'];

function orderNews(orders: OrderSummary[]): OrderNews | undefined {
  const waiting = orders.flatMap((order) => {
    const what = reasonOf(order);
    return what ? [{ what, order }] : [];
  });
  return waiting.sort((one, other) => ranks.indexOf(one.what) - ranks.indexOf(other.what))[0];
}

/** The dashboard and the bell read the same answers: the second reader does not repeat a failed call. */
const sharedAnswer = { retryOnMount: false };

/**
 * Returns the most urgent fact about the chosen line and its account, the line itself before its plan, and
 * the plan before orders.
 */
export function useLineNews(): { news: LineNews | undefined; readAgain: () => void } {
  const { selected } = useSession();
  const call = useLineCall();
  const language = useLanguage();
  const shared = { ...sharedAnswer, enabled: !!selected };
  const line = useQuery({ ...getDashboardOptions(call), ...shared });
  const plan = useQuery({ ...getUserPlanOptions(call), ...shared });
  const orders = useQuery({ ...listOrdersOptions({ headers: { 'accept-language': language } }), ...shared });
  const subscription = plan.data?.data.subscription;
  const ofLine = line.data?.data.alert ?? (subscription && planNews(subscription));
  const readAgain = () => {
    if (selected) {
      void line.refetch();
    }
  };
  return { news: ofLine ?? orderNews(orders.data?.items ?? []), readAgain };
}
