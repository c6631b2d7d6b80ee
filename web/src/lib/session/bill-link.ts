/**
 * The secret of the link that a payment of a bill was begun with: who comes back from the bank's page has it in this tab, and the bank
 * never sees it.
 */
const keyOf = (paymentId: string) => `bill-link:${paymentId}`;

export function keepBillLink(paymentId: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(paymentId), token);
  } catch {
    // Where nothing is kept, the link of the message shows what is left to pay.
  }
}

export function billLinkOf(paymentId: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(paymentId)) ?? undefined;
  } catch {
    return undefined;
  }
}
