import type { Purchase } from '@/api/gen-purchases';

/** Something that went to another line: nothing was sold, and nothing is paid for it. */
export const isTransfer = ({ kind }: Pick<Purchase, 'kind'>): boolean => kind.endsWith('-transfer');

const places = { card: 'cards', 'plan-switch': 'my-plan' } as const;

/** The page that a purchase belongs to. */
export function placeOf(purchase: Pick<Purchase, 'kind'>) {
  const { kind } = purchase;
  if (isTransfer(purchase)) {
    return 'transfer';
  }
  return kind === 'card' || kind === 'plan-switch' ? places[kind] : 'recharge';
}
