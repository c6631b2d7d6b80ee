import { inTab } from '@/lib/browser-parts';

const prefix = 'selfcare.order.';

/** A purchase as it was chosen on a page, so that a declined payment can be tried again with all of it. */
export interface KeptOrder {
  /** The address of that page. */
  from: string;
  wanted: unknown;
  version: string;
}

const isKeptOrder = (value: unknown): value is KeptOrder =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  'wanted' in value &&
  'version' in value &&
  value.version === __APP_VERSION__; // another release may have chosen in another form

/** Keeps it in this tab, past the page of the bank. */
export function keepOrder(purchaseId: string, order: Omit<KeptOrder, 'version'>): void {
  // Without storage the customer chooses anew.
  inTab.write(prefix + purchaseId, JSON.stringify({ ...order, version: __APP_VERSION__ }));
}

export function keptOrder(purchaseId: string): KeptOrder | undefined {
  try {
    const kept: unknown = JSON.parse(inTab.read(prefix + purchaseId) ?? 'null');
    return isKeptOrder(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Signed out, this tab holds nothing that was chosen: a friend's number may be part of it. */
export function forgetOrders(): void {
  for (const key of inTab.keys().filter((candidate) => candidate.startsWith(prefix))) {
    inTab.remove(key);
  }
}
