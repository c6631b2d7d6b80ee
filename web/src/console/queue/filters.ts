import { useSearchParams } from 'react-router';
import type { ListCasesData } from '@/api/gen-support';
import { zCaseKind } from '@/api/gen-support/zod.gen';

export type Filters = Pick<
  NonNullable<ListCasesData['query']>,
  'kind' | 'failureCode' | 'state' | 'claimed' | 'order' | 'after'
>;

const oneOf = <Value extends string>(given: string | null, values: readonly Value[]): Value | undefined =>
  values.find((value) => value === given);

export const states = ['held', 'late'] as const;
export const claims = ['me', 'unclaimed', 'others'] as const;

/** Drops a value that the server would refuse: the address was edited by hand. */
const matching = (given: string | null, pattern: RegExp): string | undefined =>
  given !== null && pattern.test(given) ? given : undefined;

export const isCode = (code: string | undefined): code is string => /^[a-z_]{1,60}$/.test(code ?? '');

/** Returns the filters in an address. */
function filtersIn(params: URLSearchParams): Filters {
  const kind = zCaseKind.safeParse(params.get('kind'));
  return {
    kind: kind.success ? kind.data : undefined,
    failureCode: matching(params.get('failureCode'), /^[a-z_]{1,60}$/),
    state: oneOf(params.get('state'), states),
    claimed: oneOf(params.get('claimed'), claims),
    order: oneOf(params.get('order'), ['newest']),
    after: matching(params.get('after'), /^[A-Za-z0-9_-]{1,120}$/),
  };
}

/** Returns the address of other filters, always at the first page. */
export function addressOf(filters: Filters): string {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  return named.length === 0 ? '.' : `?${new URLSearchParams(named)}`;
}

export const isFiltered = ({ kind, failureCode, state, claimed }: Filters): boolean =>
  [kind, failureCode, state, claimed].some((filter) => filter !== undefined);

export function useFilters(): Filters {
  const [params] = useSearchParams();
  return filtersIn(params);
}
