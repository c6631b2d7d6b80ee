import { useSearchParams } from 'react-router';
import type { ListAuditData } from '@/api/gen-support';
import { zAuditAction, zAuditActor, zAuditArea, zUuid } from '@/api/gen-support/zod.gen';

type Query = NonNullable<ListAuditData['query']>;

/** Filters of the log. Days are Riyadh days: from the first moment of a day to the last moment of another. */
export interface Filters {
  area?: Query['area'];
  actor?: Query['actor'];
  staff?: Query['staff'];
  action?: Query['action'];
  orderId?: Query['orderId'];
  from?: string;
  until?: string;
  before?: number;
}

interface Reader<Value> {
  safeParse: (given: unknown) => { success: true; data: Value } | { success: false };
}

function read<Value>(schema: Reader<Value>, given: string | null): Value | undefined {
  const parsed = schema.safeParse(given);
  return parsed.success ? parsed.data : undefined;
}

const isDay = (given: string | null): given is string =>
  given !== null && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given));

export const isEmail = (given: string): boolean =>
  given.length <= 254 && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(given);

const emailIn = (given: string | null): string | undefined => (given && isEmail(given) ? given : undefined);

/**
 * Returns the filters in an address. Drops a value that the server would refuse: the address was edited by
 * hand.
 */
export function filtersIn(params: URLSearchParams): Filters {
  const [from, until] = [params.get('from'), params.get('until')];
  const before = Number(params.get('before'));
  return {
    area: read(zAuditArea, params.get('area')),
    actor: read(zAuditActor, params.get('actor')),
    staff: emailIn(params.get('staff')),
    action: read(zAuditAction, params.get('action')),
    orderId: read(zUuid, params.get('orderId')),
    from: isDay(from) ? from : undefined,
    until: isDay(until) ? until : undefined,
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  };
}

/** Riyadh is three hours ahead of UTC all year. */
const startOf = (day: string): string => new Date(`${day}T00:00:00+03:00`).toISOString();
const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + 24 * 60 * 60 * 1000).toISOString();

export const queryOf = ({ from, until, ...others }: Filters): Query => ({
  ...others,
  ...(from && { from: startOf(from) }),
  ...(until && { until: endOf(until) }),
});

export function addressOf(filters: Filters): string {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return named.length === 0 ? '.' : `?${new URLSearchParams(named)}`;
}

export function useFilters(): Filters {
  const [params] = useSearchParams();
  return filtersIn(params);
}
