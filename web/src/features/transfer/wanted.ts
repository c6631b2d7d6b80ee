import type { DataWallet, Denomination, TopUpChoice, TopUpOffer, TopUpProduct } from '@/api/gen-transfers';

/** The transfer that the customer chose, before its code. */
export type Wanted = { to: string } & (
  | { kind: 'local'; amount: number }
  | { kind: 'data'; wallet: DataWallet; denomination: Denomination }
  | { kind: 'international'; offer: TopUpOffer; product: TopUpProduct }
);

export type Kind = Wanted['kind'];
export type WantedOf<K extends Kind> = Extract<Wanted, { kind: K }>;

/** Returns the request for the code of a transfer within the country. */
export const codeBody = (wanted: WantedOf<'local' | 'data'>) =>
  wanted.kind === 'local'
    ? { kind: wanted.kind, to_mobile: wanted.to, amount: wanted.amount }
    : {
        kind: wanted.kind,
        to_mobile: wanted.to,
        wallet_id: wanted.wallet.id,
        denomination_id: wanted.denomination.id,
      };

/** Returns the body of both requests of a transfer abroad, with the price that the customer saw. */
export const choiceOf = ({ offer, product }: WantedOf<'international'>): TopUpChoice => ({
  to_mobile: offer.to_mobile,
  operator_id: offer.operator_id,
  service_id: product.service_id,
  product_id: product.product_id,
  amount: product.total,
  currency: 'SAR',
});

/** Returns the denominations for which a wallet has enough. */
export const givenBy = (denominations: Denomination[], wallet: DataWallet | undefined): Denomination[] =>
  denominations.filter(({ megabytes }) => wallet !== undefined && megabytes <= wallet.left);
