import { useQueryClient } from '@tanstack/react-query';
import type { PlanSubscription } from '@/api/gen-session';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';

interface Answer {
  data: PlanSubscription;
}

/** A change of the plan's renewal. The page shows the answer before `onDone` is called. */
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
