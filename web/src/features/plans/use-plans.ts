import { useQueries, useQuery } from '@tanstack/react-query';
import { getPlanOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { statusOf } from '@/api/problem';
import { useLanguage } from '@/lib/text/use-language';

const isGone = (error: unknown) => statusOf(error) === 404;

/** Reads a plan with its rates; `gone` if it is not on sale. */
export function usePlan(id: string) {
  const headers = { 'accept-language': useLanguage() };
  const { data, error, isPending, refetch } = useQuery(getPlanOptions({ path: { planId: id }, headers }));
  return { details: data?.data, gone: isGone(error), error, isPending, refetch };
}

/** Reads several plans, without those that are not on sale. */
export function usePlans(ids: string[]) {
  const headers = { 'accept-language': useLanguage() };
  const all = useQueries({ queries: ids.map((id) => getPlanOptions({ path: { planId: id }, headers })) });
  const failed = all.find(({ error }) => error && !isGone(error));
  return {
    plans: all.flatMap(({ data }) => (data ? [data.data.plan] : [])),
    isPending: all.some(({ isPending }) => isPending),
    error: failed?.error,
    refetch: () => failed?.refetch(),
  };
}
