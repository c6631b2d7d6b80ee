import { useSearchParams } from 'react-router';
import type { UsagePlace } from '@/api/gen-usage';
import { useChangeSearch } from '@/lib/site/use-change-search';
import { keepFilter, keptFilter, type UsageKind } from './kinds';
import { daysOf, periodOf, usualPeriod } from './period';

/** The places of each kind of usage. Messages are counted in one place. */
export const placesOf: Record<UsageKind, readonly UsagePlace[]> = {
  calls: ['local', 'international', 'roaming'],
  data: ['local', 'roaming'],
  sms: [],
};

interface Filter {
  kind: UsageKind;
  period: string;
  place: UsagePlace | undefined;
}

/** Returns the filter of the address; the browser session also remembers the kind. */
export function useUsageFilter(open: readonly UsageKind[], first: UsageKind) {
  const [params, setParams] = useSearchParams();
  const changeSearch = useChangeSearch();
  const filterIn = (search: URLSearchParams): Filter => {
    const asked = search.get('type') ?? keptFilter();
    const kind = open.find((one) => one === asked) ?? first;
    const place = placesOf[kind].find((one) => one === search.get('place'));
    return { kind, period: periodOf(search.get('period')), place };
  };
  const before = params.get('before') ?? undefined;
  const after = params.get('after') ?? undefined;
  const addressOf = (next: Filter) => ({
    tab: 'consumption',
    type: next.kind,
    ...(next.period !== usualPeriod && { period: next.period }),
    ...(next.place && { place: next.place }),
  });
  const now = filterIn(params);
  return {
    ...now,
    /** The query of the calls. */
    query: { ...daysOf(now.period), ...(now.place && { place: now.place }) },
    position: { ...(before && { before }), ...(after && !before && { after }) },
    choose: (change: Partial<Filter>) =>
      changeSearch((search) => {
        const next = { ...filterIn(search), ...change };
        keepFilter(next.kind);
        const place = placesOf[next.kind].find((one) => one === next.place);
        for (const name of [...search.keys()]) {
          search.delete(name);
        }
        for (const [name, value] of Object.entries(addressOf({ ...next, place }))) {
          search.set(name, value);
        }
      }),
    turn: (position: { before: string } | { after: string }) => setParams({ ...addressOf(now), ...position }),
  };
}

export type UsageFilter = ReturnType<typeof useUsageFilter>;
