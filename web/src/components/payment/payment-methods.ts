import type { PaymentMethod } from '@/api/gen-later';
import type { SavedCard } from '@/api/gen-lines';
import type { Purchase } from '@/api/gen-purchases';

/** The chosen payment method, as far as this page knows it. */
export type Payment =
  | { way: 'saved-card'; cardId: string }
  | { way: 'card'; cardToken: string; keepCard?: true }
  | { way: 'apple-pay'; cardToken: string }
  | { way: 'stc-pay'; stcPayMobile: string }
  | { way: 'balance' };

/** The payment methods in the list besides the saved cards. Apple Pay has its own button above the list. */
export type OtherMethod = Exclude<Payment['way'], 'saved-card' | 'apple-pay'>;
const otherMethods = ['balance', 'card', 'stc-pay'] as const satisfies OtherMethod[];

/** The line's balance, if it may pay, and the price when it pays. */
export interface FromBalance {
  left: number;
  price: number;
}

export const isSufficient = ({ left, price }: FromBalance): boolean => left >= price;

/** Tells whether the server takes Apple Pay and the browser supports it. */
export const offersApplePay = (ways: readonly PaymentMethod[]): boolean =>
  ways.includes('apple-pay') && 'ApplePaySession' in window;

/** Returns the offered payment methods of the list besides the saved cards. */
export const offeredMethods = (
  ways: readonly PaymentMethod[],
  balance: FromBalance | undefined,
): OtherMethod[] =>
  otherMethods.filter((way) => (way === 'balance' ? balance !== undefined : ways.includes(way)));

/** The payment methods in the list. */
export interface Choices {
  cards: readonly SavedCard[];
  others: readonly OtherMethod[];
  balance: FromBalance | undefined;
}

/**
 * Returns the values of the list in their order: a sufficient balance, the wallet if it paid last, the saved
 * cards, the other methods. The values that cannot pay now come last.
 *
 * @param lastWay the method that this browser used last
 */
export function orderedChoices({ cards, others, balance }: Choices, lastWay: string | undefined) {
  const enough = balance !== undefined && isSufficient(balance);
  const wallet = others.filter((way) => way === 'stc-pay' && way === lastWay);
  const valid = cards.filter(({ expired }) => !expired);
  const usable: string[] = [
    ...(enough ? ['balance'] : []),
    ...wallet,
    ...valid.map(({ id }) => id),
    ...others.filter((way) => way !== 'balance' && !wallet.includes(way)),
  ];
  const expired = cards.filter((card) => card.expired).map(({ id }) => id);
  return { usable, unusable: balance && !enough ? [...expired, 'balance'] : expired };
}

/** A payment that did not succeed, as far as its bank and this browser know its means. */
export interface Declined {
  way?: Purchase['way'] | undefined;
  brand?: string | undefined;
  last4?: string | undefined;
  /** For the customer; undefined if the page shows the reason itself. */
  reason?: string | undefined;
}

/**
 * Returns the value of the declined method in the list; undefined for Apple Pay.
 *
 * @param lastWay the method that this browser used last: an order does not name the method of a payment
 */
export function declinedChoice(
  { way, brand, last4 }: Declined,
  { cards }: Pick<Choices, 'cards'>,
  lastWay: string | undefined,
): string | undefined {
  if (brand === 'STCPAY' || way === 'stc-pay') {
    return 'stc-pay';
  }
  if ((way ?? lastWay) === 'apple-pay') {
    return undefined;
  }
  return cards.find((card) => card.brand === brand && card.last4 === last4)?.id ?? 'card';
}

/**
 * Returns the default choice: the first method, except the declined one. After a declined new card the
 * customer can enter another card at once.
 */
export const firstChoice = (usable: readonly string[], declined: string | undefined): string =>
  (declined === 'card' ? declined : usable.find((value) => value !== declined)) ?? usable[0] ?? '';

/** Returns the payment with a new card for a token of the provider's page. */
export const byToken = (cardToken: string, keep: boolean): Payment =>
  keep ? { way: 'card', cardToken, keepCard: true } : { way: 'card', cardToken };

/** Returns a payment that needs no page of the provider. */
export function withoutToken(choice: string, stcPayMobile: string): Payment {
  if (choice === 'balance') {
    return { way: 'balance' };
  }
  return choice === 'stc-pay' ? { way: 'stc-pay', stcPayMobile } : { way: 'saved-card', cardId: choice };
}
