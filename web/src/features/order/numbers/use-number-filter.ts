import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { NumberCategoryKey } from '@/api/gen';
import { zNumberCategoryKey } from '@/api/gen/zod.gen';
import { searchedIn } from '@/lib/text/digits';

interface NumberFilter {
  digits: string;
  atEnd: boolean;
  category: NumberCategoryKey | undefined;
}

const filterIn = (params: URLSearchParams): NumberFilter => ({
  digits: searchedIn(params.get('digits') ?? ''),
  atEnd: params.get('where') === 'end',
  category: zNumberCategoryKey.safeParse(params.get('category')).data,
});

/** Returns the filter's parameters; other parameters, such as the package of an offer, stay. */
function written(params: URLSearchParams, { digits, atEnd, category }: NumberFilter): URLSearchParams {
  const entries = { digits, where: atEnd ? 'end' : '', category: category ?? '' };
  for (const [name, value] of Object.entries(entries)) {
    params.delete(name);
    if (value) {
      params.set(name, value);
    }
  }
  return params;
}

/** Returns the key of a navigation by link, back or forward; the hook's own changes replace the entry. */
function useArrival(): string | undefined {
  const { key } = useLocation();
  return useNavigationType() === 'REPLACE' ? undefined : key;
}

/**
 * The customer's number search. The address contains it, so that reload, back and shared links keep it. The
 * fields do not wait for the address, which changes a moment later and would lose fast typing.
 */
export function useNumberFilter() {
  const [params, setParams] = useSearchParams();
  const [filter, setFilter] = useState(() => filterIn(params));
  const arrival = useArrival();
  const [arrived, setArrived] = useState(arrival);
  if (arrival !== undefined && arrival !== arrived) {
    setArrived(arrival);
    setFilter(filterIn(params));
  }
  const change = (part: Partial<NumberFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    setParams((known) => written(known, next), { replace: true, preventScrollReset: true });
  };
  return {
    ...filter,
    setDigits: (text: string) => change({ digits: searchedIn(text) }),
    setAtEnd: (atEnd: boolean) => change({ atEnd }),
    setCategory: (category: NumberCategoryKey | undefined) => change({ category }),
    clear: () => change({ digits: '', atEnd: false, category: undefined }),
  };
}
