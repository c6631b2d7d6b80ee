import { inBrowser, inTab } from '@/lib/browser-parts';

const prefix = 'selfcare.order.';

/** The choices of a purchase, so that the customer can repeat a declined payment with the same choices. */
export interface KeptOrder {
  /** The address of the page on which the customer chose. */
  from: string;
  wanted: unknown;
  /** The declined payment, as soon as its outcome is known. */
  declined?: unknown;
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

/** The payment method that this browser used last; never a number. */
const wayKey = 'selfcare.pay-way';

export const keepWay = (way: string): boolean => inBrowser.write(wayKey, way);

export const keptWay = (): string | undefined => inBrowser.read(wayKey);

/** The typed number of a wallet, for another try in this tab. */
const walletKey = `${prefix}wallet`;

export const keepWalletMobile = (mobile: string): boolean => inTab.write(walletKey, mobile);

export const keptWalletMobile = (): string => inTab.read(walletKey) ?? '';

/** Deletes all of these on sign-out: orders may contain a friend's number. */
export function forgetOrders(): void {
  inBrowser.remove(wayKey);
  for (const key of inTab.keys().filter((candidate) => candidate.startsWith(prefix))) {
    inTab.remove(key);
  }
}
