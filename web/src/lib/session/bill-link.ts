import { inTab } from '@/lib/browser-parts';

/**
 * The secret of the payment link with which a customer began to pay a bill. The tab keeps it until the
 * customer returns from the bank's page. The bank never sees it.
 */
const keyOf = (paymentId: string) => `bill-link:${paymentId}`;

export function keepBillLink(paymentId: string, token: string): void {
  // If the tab cannot store it, the link in the message still shows the open amount.
  inTab.write(keyOf(paymentId), token);
}

export const billLinkOf = (paymentId: string) => inTab.read(keyOf(paymentId));
