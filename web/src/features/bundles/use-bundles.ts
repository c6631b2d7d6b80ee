import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { listBundles } from '@/api/gen-bundles';
import { getBundleOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { statusOf } from '@/api/problem';
import { useLineCall } from '@/lib/session/use-line-call';
import { settingsNow } from '@/lib/site/site';

export const categories = ['latest', 'data-net-saver', 'int-pass', 'local-pass', 'local-bundle'] as const;
export const tags = ['feature', 'best-seller', 'best-value', 'new'] as const;
export const orders = ['price', 'data'] as const;

export type Category = (typeof categories)[number];
export type Gives = 'data' | 'local_min' | 'sms';

/** The filter of the catalogue, stored in the address. */
export interface Filter {
  category?: Category;
  gives?: Gives;
  tag?: (typeof tags)[number];
  sort?: (typeof orders)[number];
}

const oneOf = <T extends string>(known: readonly T[], said: string | null): T | undefined =>
  known.find((one) => one === said);

/** Returns the filter of an address, without invalid values. */
export function filterOf(params: URLSearchParams): Filter {
  const category = oneOf(categories, params.get('category'));
  const tag = oneOf(tags, params.get('tag'));
  const sort = oneOf(orders, params.get('sort'));
  return { ...(category && { category }), ...(tag && { tag }), ...(sort && { sort }) };
}

/** Reads the bundles of a filter, in pages. */
export function useBundles(filter: Filter) {
  const { headers } = useLineCall();
  const per_page = settingsNow()?.bundlesPerPage ?? 10;
  return useInfiniteQuery({
    queryKey: ['bundles', filter, per_page, headers],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const { data } = await listBundles({
        query: { page, per_page, availability: 'web', ...filter },
        headers,
        signal,
        throwOnError: true,
      });
      return data;
    },
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
  });
}

/** Reads a bundle; `gone` if it is not on sale. */
export function useBundle(id: string) {
  const line = useLineCall();
  const { data, error, isPending, refetch } = useQuery(getBundleOptions({ path: { bundleId: id }, ...line }));
  return { bundle: data?.data, gone: statusOf(error) === 404, error, isPending, refetch };
}

/** Reads several bundles, without those that are not on sale. */
export function useSeveralBundles(ids: string[]) {
  const line = useLineCall();
  const all = useQueries({
    queries: ids.map((bundleId) => getBundleOptions({ path: { bundleId }, ...line })),
  });
  const failed = all.find(({ error }) => error && statusOf(error) !== 404);
  return {
    bundles: all.flatMap(({ data }) => (data ? [data.data] : [])),
    isPending: all.some(({ isPending }) => isPending),
    error: failed?.error,
    refetch: () => failed?.refetch(),
  };
}
