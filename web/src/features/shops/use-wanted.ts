import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { StoreService } from '@/api/gen-shops';

export const views = ['list', 'map'] as const;
export type View = (typeof views)[number];

const services = [
  'sim',
  'esim',
  'port-in',
  'sim-replacement',
  'recharge',
  'bill-payment',
  'devices',
] as const satisfies StoreService[];

/** The filters of stores, the view and the chosen store; the address contains them. */
export interface Wanted {
  q: string;
  city: string;
  services: StoreService[];
  open: boolean;
  view: View;
  page: number;
  store: string;
}

const matching = (text: string | null, form: RegExp): string => (text && form.test(text) ? text : '');
const longestQuery = 100;

/** Returns the filters of an address, without invalid values. */
function wantedOf(params: URLSearchParams): Wanted {
  const named = (params.get('services') ?? '').split(',');
  return {
    q: Array.from((params.get('q') ?? '').trim())
      .slice(0, longestQuery)
      .join(''),
    city: matching(params.get('city'), /^[a-z-]{2,40}$/),
    services: services.filter((service) => named.includes(service)),
    open: params.get('open') === '1',
    view: params.get('view') === 'map' ? 'map' : 'list',
    page: Math.min(1000, Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)),
    store: matching(params.get('store'), /^[A-Za-z0-9._-]{1,40}$/),
  };
}

/** Returns the address parameters of the filters, without defaults. */
function written({ q, city, services: chosen, open, view, page, store }: Wanted): Record<string, string> {
  return {
    ...(q && { q }),
    ...(city && { city }),
    ...(chosen.length > 0 && { services: chosen.join(',') }),
    ...(open && { open: '1' }),
    ...(view === 'map' && { view }),
    ...(page > 1 && { page: String(page) }),
    ...(store && { store }),
  };
}

export const activeFilters = ({ q, city, services: chosen, open }: Wanted): number =>
  Number(q !== '') + Number(city !== '') + chosen.length + Number(open);

/** Returns the filters. A change starts at the first page, with no store chosen. */
export function useWanted() {
  const [params, setParams] = useSearchParams();
  const wanted = wantedOf(params);
  // Addresses that were requested and are not shown yet: a second choice adds to the first, even if it
  // follows at once.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const shown = sent.current.indexOf(params.toString());
    sent.current = shown < 0 ? [] : sent.current.slice(shown + 1);
  }, [params]);
  const go = (next: Partial<Wanted>, replace = false) => {
    const now = wantedOf(new URLSearchParams(sent.current.at(-1) ?? params));
    const address = new URLSearchParams(written({ ...now, ...next }));
    sent.current.push(address.toString());
    setParams(address, { replace, preventScrollReset: true });
  };
  return {
    wanted,
    go,
    narrow: (next: Partial<Wanted>) => go({ page: 1, store: '', ...next }, true),
    clear: () => go({ q: '', city: '', services: [], open: false, page: 1, store: '' }, true),
  };
}
