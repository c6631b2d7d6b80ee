import { inTab } from '@/lib/browser-parts';

const prefix = 'selfcare.order.';

/** The choices of a purchase, so that the customer can repeat a declined payment with the same choices. */
export interface KeptOrder {
  /** The address of the page on which the customer chose. */
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
  value.version === __APP_VERSION__; // another release may store other fields

/** Stores the order in this tab until the customer returns from the bank's page. */
export function keepOrder(purchaseId: string, order: Omit<KeptOrder, 'version'>): void {
  // Without storage the customer chooses again.
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

/** Deletes the stored orders on sign-out: they may contain a friend's number. */
export function forgetOrders(): void {
  for (const key of inTab.keys().filter((candidate) => candidate.startsWith(prefix))) {
    inTab.remove(key);
  }
}
