import type { Purchase } from '@/api/gen-purchases';

/** Purchases for another person's number, here or abroad. */
export const isTransfer = ({ kind }: Pick<Purchase, 'kind'>): boolean => kind.endsWith('-transfer');

/** Bundles, for oneself or as a gift. */
export const isBundle = ({ kind }: Pick<Purchase, 'kind'>): boolean => kind === 'bundle' || kind === 'gift';

/** The name of a bundle that was bought alone: the buyer may know it as an add-on. */
export const boughtIn = ({ kind, bundles }: Purchase): string | undefined =>
  kind === 'bundle' && bundles?.length === 1 ? bundles[0]?.name : undefined;

/** One that was a gift alone: nothing was sold, and nothing is paid for it. */
export const isGift = (purchase: Pick<Purchase, 'kind'>): boolean =>
  isTransfer(purchase) && purchase.kind !== 'international-transfer';

/** The tab of the page of transfers that a kind is chosen on. */
export function tabOf({ kind }: Pick<Purchase, 'kind'>): string {
  switch (kind) {
    case 'data-transfer':
      return 'data';
    case 'international-transfer':
      return 'international';
    default:
      return 'local';
  }
}

const places = {
  card: 'cards',
  'plan-switch': 'my-plan',
  invoice: 'myBills',
  service: 'services',
  game: 'games',
} as const;

const hasPlace = (kind: Purchase['kind']): kind is keyof typeof places => Object.hasOwn(places, kind);

/** The page that a purchase belongs to. */
export function placeOf(purchase: Pick<Purchase, 'kind'>) {
  const { kind } = purchase;
  if (isTransfer(purchase)) {
    return 'transfer';
  }
  if (isBundle(purchase)) {
    return 'dashboard';
  }
  return hasPlace(kind) ? places[kind] : 'recharge';
}
