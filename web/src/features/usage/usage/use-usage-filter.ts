import { useSearchParams } from 'react-router';
import type { UsagePlace } from '@/api/gen-usage';
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
  const asked = params.get('type') ?? keptFilter();
  const kind = open.find((one) => one === asked) ?? first;
  const period = periodOf(params.get('period'));
  const place = placesOf[kind].find((one) => one === params.get('place'));
  const before = params.get('before') ?? undefined;
  const after = params.get('after') ?? undefined;
  const addressOf = (next: Filter) => ({
    tab: 'consumption',
    type: next.kind,
    ...(next.period !== usualPeriod && { period: next.period }),
    ...(next.place && { place: next.place }),
  });
  const now: Filter = { kind, period, place };
  return {
    ...now,
    /** The query of the calls. */
    query: { ...daysOf(period), ...(place && { place }) },
    position: { ...(before && { before }), ...(after && !before && { after }) },
    choose: (change: Partial<Filter>) => {
      const next = { ...now, ...change };
      keepFilter(next.kind);
      setParams(addressOf({ ...next, place: placesOf[next.kind].find((one) => one === next.place) }));
    },
    turn: (position: { before: string } | { after: string }) => setParams({ ...addressOf(now), ...position }),
  };
}

export type UsageFilter = ReturnType<typeof useUsageFilter>;
