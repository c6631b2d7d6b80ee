import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getStoreOptions, listStoresOptions } from '@/api/gen-shops/@tanstack/react-query.gen';
import { settingsNow } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import type { Wanted } from './use-wanted';

/** The refresh interval, because stores open and close while the customer looks at the list. */
const minute = 60_000;

/** Reads a page of the matching stores; for a map with the places of all of them. */
export function useShops({ q, city, services, open, view, page }: Wanted, near: string | undefined) {
  const headers = { 'accept-language': useLanguage() };
  const query = {
    ...(q && { q }),
    ...(city && { city }),
    ...(services.length > 0 && { services }),
    ...(open && { open_now: true }),
    ...(near && { near }),
    ...(view === 'map' && { places: true }),
    page,
    per_page: settingsNow()?.storesPerPage ?? 10,
  };
  return useQuery({
    ...listStoresOptions({ query, headers }),
    placeholderData: keepPreviousData,
    refetchInterval: minute,
  });
}

/** Reads the chosen store, which may be on another page of the list. */
export function useStore(storeId: string, near: string | undefined) {
  const headers = { 'accept-language': useLanguage() };
  return useQuery({
    ...getStoreOptions({ path: { storeId }, query: near ? { near } : {}, headers }),
    enabled: storeId !== '',
  });
}
