import { useQueryClient } from '@tanstack/react-query';
import type { CreditLimit, SpendControl } from '@/api/gen-purchases';
import { getCreditLimitOptions, getSpendControlOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';

/** Puts what the server said of the credit limit last onto the page. */
export function useSayLimit() {
  const client = useQueryClient();
  const { queryKey } = getCreditLimitOptions(useLineCall());
  return (data: CreditLimit) => client.setQueryData(queryKey, { data });
}

/** Puts what the server said of the caps last onto the page. */
export function useSayCaps() {
  const client = useQueryClient();
  const { queryKey } = getSpendControlOptions(useLineCall());
  return (data: SpendControl) => client.setQueryData(queryKey, { data });
}
