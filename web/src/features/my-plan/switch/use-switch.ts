import { useState } from 'react';
import { switchPlan } from '@/api/gen-lines';
import type { Purchase } from '@/api/gen-purchases';
import { type CodeSent, type PlanSubscription, requestOtp, validateOtp } from '@/api/gen-session';
import type { Payment } from '@/components/payment/payment-methods';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePlanChange } from '../use-plan-change';
import type { Offer } from './wanted';

type Pay = Payment | { way: 'invoice' };

interface Bought {
  data: PlanSubscription;
  purchase?: Purchase;
}

/**
 * Sends the code that proves the line's owner makes the switch. The code is valid for half an hour, so that a
 * payment can be repeated.
 */
export function useSwitchCode(number: string) {
  const { headers } = useLineCall();
  const [sent, setSent] = useState<CodeSent>();
  const otp = { mobile_number: number, source: 'switch_plan' as const };
  const send = async () => {
    const versioned = { ...headers, 'X-Api-Version': 'v3' as const };
    const { data } = await requestOtp({ headers: versioned, body: { otp }, throwOnError: true });
    setSent(data.data);
    return data.data;
  };
  const check = (code: string) =>
    validateOtp({ headers, body: { otp: { ...otp, otp: code } }, throwOnError: true });
  return { sent, send, check };
}

/** Starts a switch: at once with a purchase, whose page follows, or at the next renewal. */
export function useSwitch({ plan, now }: Offer, onScheduled: (now: PlanSubscription) => void) {
  const open = useOpenPurchase();
  const atOnce = useEffectCall<Pay, Bought>(
    (call, pay) => {
      const total = pay.way === 'balance' ? now?.fromBalance : now?.total;
      return switchPlan({ ...call, body: { plan_id: plan.id, start: 'now', pay, total } });
    },
    ({ purchase }) => purchase && open(purchase, { wanted: {} }),
  );
  const later = usePlanChange(
    (call) => switchPlan({ ...call, body: { plan_id: plan.id, start: 'renewal' } }),
    onScheduled,
  );
  return { atOnce, later };
}
