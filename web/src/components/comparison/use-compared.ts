import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { useChangeSearch } from '@/lib/site/use-change-search';

export const mostCompared = 3;

/** Plans and bundles have ids of one form. */
const zIds = z.array(z.string().check(z.regex(/^[a-z0-9-]{2,40}$/)));

const comparedIn = (params: URLSearchParams): string[] => {
  const ids = zIds.safeParse(params.get('compare')?.split(',')).data ?? [];
  return [...new Set(ids)].slice(0, mostCompared);
};

/** Ids contain no comma, so commas are not encoded. */
export const comparedSearch = (ids: string[]) => (ids.length > 0 ? `?compare=${ids.join(',')}` : '');

export interface Compared {
  ids: string[];
  toggle: (id: string) => void;
  isFull: boolean;
}

/**
 * Returns the choice for a comparison. The address contains it, so that "back" and links keep it; the other
 * parts of the address stay.
 */
export function useCompared(): Compared {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const ids = comparedIn(params);
  const toggle = (id: string) =>
    changeSearch(
      (search) => {
        const before = comparedIn(search);
        const chosen = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
        search.delete('compare');
        if (chosen.length > 0) {
          search.set('compare', chosen.join(','));
        }
      },
      { replace: true, preventScrollReset: true },
    );
  return { ids, toggle, isFull: ids.length >= mostCompared };
}
