import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';

export const mostCompared = 3;

const zIds = z.array(z.string().check(z.regex(/^[a-z0-9-]{2,40}$/)));

/** Returns the plans chosen for comparison. The address contains them, so that "back" and links keep them. */
export const comparedIn = (params: URLSearchParams): string[] => {
  const ids = zIds.safeParse(params.get('plans')?.split(',')).data ?? [];
  return [...new Set(ids)].slice(0, mostCompared);
};

/** Ids contain no comma, so commas are not encoded. */
export const comparedSearch = (ids: string[]) => (ids.length > 0 ? `?plans=${ids.join(',')}` : '');

export function useCompared() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const ids = comparedIn(params);
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
    return navigate({ search: comparedSearch(next) }, { replace: true, preventScrollReset: true });
  };
  return { ids, toggle, isFull: ids.length >= mostCompared };
}
