import { inTab } from '@/lib/browser-parts';

/**
 * The secret of the link that a payment of a bill was begun with: who comes back from the bank's page has it in this tab, and the bank
 * never sees it.
 */
const keyOf = (paymentId: string) => `bill-link:${paymentId}`;

export function keepBillLink(paymentId: string, token: string): void {
  inTab.write(keyOf(paymentId), token); // where nothing is kept, the link of the message shows what is left to pay
}

export const billLinkOf = (paymentId: string) => inTab.read(keyOf(paymentId));
