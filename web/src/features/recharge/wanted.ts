import type { DataPack, PromoOffer, StartPurchase } from '@/api/gen-purchases';
import type { Payment } from '@/components/payment/ways';
import { withVat } from '@/lib/text/vat';

export type Kind = StartPurchase['kind'];

/** A friend's number as it was typed, and as it is shown to compare. */
export interface Friend {
  msisdn: string;
  masked: string;
}

interface Whom {
  /** Absent where it is for the line itself. */
  friend?: Friend;
  /** Takes something off the price; not of a voucher. */
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

/** What a plan's share of a recharge comes to; rounded down. */
export const shareOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);

/** What a code takes off a price; rounded down. */
const discountOf = (price: number, promo: PromoOffer | undefined): number =>
  promo ? (promo.amount ?? 0) + Math.floor((price * (promo.percent ?? 0)) / 100) : 0;

const reduced = (price: number, promo: PromoOffer | undefined): number => price - discountOf(price, promo);

/** What is paid with a card or a wallet. */
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

/** What data costs from the balance. */
export const fromBalanceOf = (wanted: WantedOf<'data-recharge'>): number =>
  reduced(wanted.pack.price, wanted.promo);

/** What is wanted and how it is paid, as the server is asked for it, with the price that was seen. */
export function bodyOf(wanted: Wanted, pay: Payment | { way: 'voucher' }, vatPercent: number): StartPurchase {
  const friend = wanted.friend && { friend: wanted.friend.msisdn };
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

/** Refusals of what was chosen are shown where it was chosen. */
export const isAboutForm = (fields: Record<string, string> | undefined): boolean =>
  Object.keys(fields ?? {}).some((path) => ofForms.includes(path));
