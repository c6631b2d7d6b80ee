import { useQueryClient } from '@tanstack/react-query';
import type { PlanSubscription } from '@/api/gen-session';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';

interface Answer {
  data: PlanSubscription;
}

/** A change of how the plan goes on. What the answer says of the plan is on the page before `onDone` is called. */
export function usePlanChange<Body = void>(
  send: Parameters<typeof useEffectCall<Body, Answer>>[0],
  onDone: (now: PlanSubscription) => void,
) {
  const client = useQueryClient();
  const { queryKey } = getUserPlanOptions(useLineCall());
  return useEffectCall(send, ({ data: subscription }) => {
    client.setQueryData(queryKey, (known) => known && { data: { ...known.data, subscription } });
    onDone(subscription);
  });
}
