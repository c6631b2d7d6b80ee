import type { PayWay } from '@/api/gen-later';
import type { KeptCard } from '@/api/gen-lines';

/** What is paid with, as far as this page knows it. */
export type Payment =
  | { way: 'saved-card'; cardId: string }
  | { way: 'card'; cardToken: string; keepCard?: true }
  | { way: 'apple-pay'; cardToken: string }
  | { way: 'stc-pay'; stcPayMobile: string }
  | { way: 'balance' };

/** What can be chosen where no kept card is. */
export type OtherWay = Exclude<Payment['way'], 'saved-card'>;
const otherWays = ['balance', 'card', 'apple-pay', 'stc-pay'] as const satisfies OtherWay[];

/** The line's balance, where it may pay too, and what it would cost from there. */
export interface FromBalance {
  left: number;
  price: number;
}

export const suffices = ({ left, price }: FromBalance): boolean => left >= price;

/** Apple Pay is there only where the browser brings it along. */
const hasApplePay = () => 'ApplePaySession' in window;

/** The ways that are offered besides kept cards, in their order. */
export const offeredWays = (ways: readonly PayWay[], balance: FromBalance | undefined): OtherWay[] =>
  otherWays.filter((way) => {
    if (way === 'balance') {
      return balance !== undefined;
    }
    return ways.includes(way) && (way !== 'apple-pay' || hasApplePay());
  });

/** What is chosen at first: the balance where it suffices, else the default card, unless it has expired. */
export function firstChoice(
  cards: readonly KeptCard[],
  others: readonly OtherWay[],
  balance: FromBalance | undefined,
): string {
  if (balance && suffices(balance)) {
    return 'balance';
  }
  return cards.find(({ expired }) => !expired)?.id ?? others.find((way) => way !== 'balance') ?? '';
}

/** What the provider's page gave a token for. */
export function byToken(choice: string, cardToken: string, keep: boolean): Payment {
  if (choice === 'apple-pay') {
    return { way: 'apple-pay', cardToken };
  }
  return keep ? { way: 'card', cardToken, keepCard: true } : { way: 'card', cardToken };
}

/** What pays without the provider's page; undefined for a wallet whose mobile is missing. */
export function withoutToken(choice: string, takeMobile: () => string | undefined): Payment | undefined {
  if (choice === 'balance') {
    return { way: 'balance' };
  }
  if (choice !== 'stc-pay') {
    return { way: 'saved-card', cardId: choice };
  }
  const stcPayMobile = takeMobile();
  return stcPayMobile ? { way: 'stc-pay', stcPayMobile } : undefined;
}
