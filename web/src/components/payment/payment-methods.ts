import type { PaymentMethod } from '@/api/gen-later';
import type { SavedCard } from '@/api/gen-lines';

/** The chosen payment method, as far as this page knows it. */
export type Payment =
  | { way: 'saved-card'; cardId: string }
  | { way: 'card'; cardToken: string; keepCard?: true }
  | { way: 'apple-pay'; cardToken: string }
  | { way: 'stc-pay'; stcPayMobile: string }
  | { way: 'balance' };

/** The payment methods other than saved cards. */
export type OtherMethod = Exclude<Payment['way'], 'saved-card'>;
const otherMethods = ['balance', 'card', 'apple-pay', 'stc-pay'] as const satisfies OtherMethod[];

/** The line's balance, if it may pay, and the price when it pays. */
export interface FromBalance {
  left: number;
  price: number;
}

export const isSufficient = ({ left, price }: FromBalance): boolean => left >= price;

/** Only browsers that support Apple Pay offer it. */
const hasApplePay = () => 'ApplePaySession' in window;

/** Returns the offered payment methods other than saved cards, in order. */
export const offeredMethods = (
  ways: readonly PaymentMethod[],
  balance: FromBalance | undefined,
): OtherMethod[] =>
  otherMethods.filter((way) => {
    if (way === 'balance') {
      return balance !== undefined;
    }
    return ways.includes(way) && (way !== 'apple-pay' || hasApplePay());
  });

/**
 * Returns the default choice: the balance if it is sufficient, else the default card unless it has expired.
 */
export function firstChoice(
  cards: readonly SavedCard[],
  others: readonly OtherMethod[],
  balance: FromBalance | undefined,
): string {
  if (balance && isSufficient(balance)) {
    return 'balance';
  }
  return cards.find(({ expired }) => !expired)?.id ?? others.find((way) => way !== 'balance') ?? '';
}

/** Returns the payment for a token of the provider's page. */
export function byToken(choice: string, cardToken: string, keep: boolean): Payment {
  if (choice === 'apple-pay') {
    return { way: 'apple-pay', cardToken };
  }
  return keep ? { way: 'card', cardToken, keepCard: true } : { way: 'card', cardToken };
}

/** Returns a payment that needs no page of the provider. */
export function withoutToken(choice: string, stcPayMobile: string): Payment {
  if (choice === 'balance') {
    return { way: 'balance' };
  }
  return choice === 'stc-pay' ? { way: 'stc-pay', stcPayMobile } : { way: 'saved-card', cardId: choice };
}
