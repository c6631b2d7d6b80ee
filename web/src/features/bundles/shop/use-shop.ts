import { useQuery } from '@tanstack/react-query';
import type { ShopWidget } from '@/api/gen-bundles';
import { getShopOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { useLanguage } from '@/lib/text/use-language';

export const kinds = ['offers', 'bundles', 'plans', 'links'] as const;
export type Kind = ShopWidget['kind'];

/** Reads the sections of the shop from the server. */
export function useShop() {
  return useQuery(getShopOptions({ headers: { 'accept-language': useLanguage() } }));
}
