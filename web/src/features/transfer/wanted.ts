import type {
  DataWallet,
  Denomination,
  InternationalChoice,
  InternationalOffer,
  InternationalProduct,
} from '@/api/gen-transfers';

/** The transfer that the customer chose, before its code. */
export type Wanted = { to: string } & (
  | { kind: 'local'; amount: number }
  | { kind: 'data'; wallet: DataWallet; denomination: Denomination }
  | { kind: 'international'; offer: InternationalOffer; product: InternationalProduct }
);

export type Kind = Wanted['kind'];
export type WantedOf<K extends Kind> = Extract<Wanted, { kind: K }>;

/** Within the country, as the server is asked for its code. */
export const codeBody = (wanted: WantedOf<'local' | 'data'>) =>
  wanted.kind === 'local'
    ? { kind: wanted.kind, to_mobile: wanted.to, amount: wanted.amount }
    : {
        kind: wanted.kind,
        to_mobile: wanted.to,
        wallet_id: wanted.wallet.id,
        denomination_id: wanted.denomination.id,
      };

/** Abroad, as the server is asked for its code and for the transfer: with the price that was seen. */
export const choiceOf = ({ offer, product }: WantedOf<'international'>): InternationalChoice => ({
  to_mobile: offer.to_mobile,
  operator_id: offer.operator_id,
  service_id: product.service_id,
  product_id: product.product_id,
  amount: product.total,
  currency: 'SAR',
});

/** What a wallet has enough for. */
export const givenBy = (denominations: Denomination[], wallet: DataWallet | undefined): Denomination[] =>
  denominations.filter(({ megabytes }) => wallet !== undefined && megabytes <= wallet.left);
