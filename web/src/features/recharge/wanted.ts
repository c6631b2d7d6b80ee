import type { DataPack, StartPurchase } from '@/api/gen-purchases';
import type { Payment } from '@/components/payment/ways';

export type Kind = StartPurchase['kind'];

/** A friend's number as it was typed, and as it is shown to compare. */
export interface Friend {
  msisdn: string;
  masked: string;
}

interface Whom {
  /** Absent where it is for the line itself. */
  friend?: Friend;
}

/** What somebody wants before it is paid. */
export type Wanted = Whom &
  (
    | { kind: 'recharge'; amount: number }
    | { kind: 'data-recharge'; pack: DataPack }
    | { kind: 'voucher'; voucher: string }
  );

export type WantedOf<K extends Kind> = Extract<Wanted, { kind: K }>;

/** The VAT on top of a net amount, rounded half up to the halala. */
export const withVat = (net: number, percent: number): number =>
  net + Math.floor((net * percent * 2 + 100) / 200);

/** What a plan's share of a recharge comes to; rounded down. */
export const shareOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);

/** What is paid with a card or a wallet. */
export function totalOf(wanted: Wanted, vatPercent: number): number {
  switch (wanted.kind) {
    case 'recharge':
      return withVat(wanted.amount, vatPercent);
    case 'data-recharge':
      return wanted.pack.total;
    default:
      return 0;
  }
}

/** What is wanted and how it is paid, as the server is asked for it, with the price that was seen. */
export function bodyOf(wanted: Wanted, pay: Payment | { way: 'voucher' }, vatPercent: number): StartPurchase {
  const friend = wanted.friend && { friend: wanted.friend.msisdn };
  switch (wanted.kind) {
    case 'recharge':
      return { kind: 'recharge', ...friend, amount: wanted.amount, total: totalOf(wanted, vatPercent), pay };
    case 'data-recharge': {
      const { id, price, total } = wanted.pack;
      return {
        kind: 'data-recharge',
        ...friend,
        dataPackId: id,
        total: pay.way === 'balance' ? price : total,
        pay,
      };
    }
    default:
      return { kind: 'voucher', ...friend, voucher: wanted.voucher, pay };
  }
}

const ofForms = ['amount', 'friend', 'voucher', 'dataPackId'];

/** Refusals of what was chosen are shown where it was chosen. */
export const isAboutForm = (fields: Record<string, string> | undefined): boolean =>
  Object.keys(fields ?? {}).some((path) => ofForms.includes(path));
