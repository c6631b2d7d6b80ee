import { useQuery } from '@tanstack/react-query';
import { validateSubscriberEligibilityOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { getPlanOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { statusOf } from '@/api/problem';
import { useSession } from '@/lib/session';
import { useLanguage } from '@/lib/text/use-language';
import { offerOf } from './wanted';

/** Requests whether the line may have a plan, and the terms. */
export function useOffer(planId: string) {
  const headers = { 'accept-language': useLanguage() };
  const { selected } = useSession();
  const plan = useQuery(getPlanOptions({ path: { planId }, headers }));
  const sold = plan.data?.data.plan;
  const asked = useQuery({
    ...validateSubscriberEligibilityOptions({
      headers,
      query: { mobile_number: selected?.mobile_number ?? '', plan_external_id: sold?.externalId ?? '' },
    }),
    enabled: sold !== undefined && selected !== undefined,
    // Prices, balance and remaining allowances must be current.
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const gone = statusOf(plan.error) === 404;
  const answer = asked.data?.data;
  return {
    plan: sold,
    offer: answer && offerOf(answer),
    reason: answer?.reason,
    notEligible: gone || answer?.eligible === false,
    error: gone ? null : (plan.error ?? asked.error),
    isPending: !gone && (plan.isPending || asked.isPending),
    refetch: () => (plan.error ? plan.refetch() : asked.refetch()),
  };
}
