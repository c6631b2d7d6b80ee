import type { DataPack, PromoOffer, StartPurchase } from '@/api/gen-purchases';
import type { Payment } from '@/components/payment/payment-methods';
import { withVat } from '@/lib/text/vat';

export type Kind = StartPurchase['kind'];

interface Whom {
  /** A friend's number. Absent if it is for the line itself. */
  friend?: string;
  /** Reduces the price; not possible for a voucher. */
  promo?: PromoOffer;
}

/** The customer's choice before the payment. */
export type Wanted = Whom &
  (
    | { kind: 'recharge'; amount: number }
    | { kind: 'data-recharge'; pack: DataPack }
    | { kind: 'voucher'; voucher: string }
  );

export type WantedOf<K extends Kind> = Extract<Wanted, { kind: K }>;

/** Returns a plan's bonus share of a recharge, rounded down. */
export const shareOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);

/** Returns the discount of a promo code, rounded down. */
const discountOf = (price: number, promo: PromoOffer | undefined): number =>
  promo ? (promo.amount ?? 0) + Math.floor((price * (promo.percent ?? 0)) / 100) : 0;

const reduced = (price: number, promo: PromoOffer | undefined): number => price - discountOf(price, promo);

/** Returns the amount to pay with a card or a wallet. */
export function totalOf(wanted: Wanted, vatPercent: number): number {
  switch (wanted.kind) {
    case 'recharge':
      return reduced(withVat(wanted.amount, vatPercent), wanted.promo);
    case 'data-recharge':
      return reduced(wanted.pack.total, wanted.promo);
    default:
      return 0;
  }
}

/** Returns the price of data from the balance. */
export const fromBalanceOf = (wanted: WantedOf<'data-recharge'>): number =>
  reduced(wanted.pack.price, wanted.promo);

/** Returns the request to the server with the payment method and the price that the customer saw. */
export function bodyOf(wanted: Wanted, pay: Payment | { way: 'voucher' }, vatPercent: number): StartPurchase {
  const friend = wanted.friend && { friend: wanted.friend };
  const promo = wanted.promo && { promoCode: wanted.promo.code };
  switch (wanted.kind) {
    case 'recharge':
      return {
        kind: 'recharge',
        ...friend,
        ...promo,
        amount: wanted.amount,
        total: totalOf(wanted, vatPercent),
        pay,
      };
    case 'data-recharge':
      return {
        kind: 'data-recharge',
        ...friend,
        ...promo,
        dataPackId: wanted.pack.id,
        total: pay.way === 'balance' ? fromBalanceOf(wanted) : totalOf(wanted, vatPercent),
        pay,
      };
    default:
      return { kind: 'voucher', ...friend, voucher: wanted.voucher, pay };
  }
}

const ofForms = ['amount', 'friend', 'voucher', 'dataPackId'];

/** Tells whether a refusal is about the choices, which the form then shows. */
export const isAboutForm = (fields: Record<string, string> | undefined): boolean =>
  Object.keys(fields ?? {}).some((path) => ofForms.includes(path));
