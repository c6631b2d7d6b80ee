import type { Purchase } from '@/api/gen-purchases';

/** Tells whether a purchase is a transfer to another person's number, here or abroad. */
export const isTransfer = ({ kind }: Pick<Purchase, 'kind'>): boolean => kind.endsWith('-transfer');

/** Tells whether a purchase is a bundle, for the buyer or as a gift. */
export const isBundle = ({ kind }: Pick<Purchase, 'kind'>): boolean => kind === 'bundle' || kind === 'gift';

/** Returns the name of a bundle that was bought alone: the buyer may know it as an add-on. */
export const boughtIn = ({ kind, bundles }: Purchase): string | undefined =>
  kind === 'bundle' && bundles?.length === 1 ? bundles[0]?.name : undefined;

/** Tells whether a purchase is a transfer without a sale and a payment. */
export const isGift = (purchase: Pick<Purchase, 'kind'>): boolean =>
  isTransfer(purchase) && purchase.kind !== 'international-transfer';

/** Returns the tab of the transfer page for a kind. */
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

/** Returns the page to which a purchase belongs. */
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
