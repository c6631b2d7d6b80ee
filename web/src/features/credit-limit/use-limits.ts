import { useQueryClient } from '@tanstack/react-query';
import type { CreditLimit, SpendControl } from '@/api/gen-purchases';
import { getCreditLimitOptions, getSpendControlOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';

/** Puts the server's last answer about the credit limit on the page. */
export function useUpdateLimit() {
  const client = useQueryClient();
  const { queryKey } = getCreditLimitOptions(useLineCall());
  return (data: CreditLimit) => client.setQueryData(queryKey, { data });
}

/** Puts the server's last answer about the caps on the page. */
export function useUpdateCaps() {
  const client = useQueryClient();
  const { queryKey } = getSpendControlOptions(useLineCall());
  return (data: SpendControl) => client.setQueryData(queryKey, { data });
}
