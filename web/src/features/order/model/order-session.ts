import * as z from 'zod/mini';
import { inBrowser } from '@/lib/browser-parts';
import { readSecret } from '@/lib/text/typed';
import { ordersKey } from './orders-key';

/** The browser's data about an order: its secret and its name. It contains no personal data. */
const zKnownOrder = z.object({
  id: z.string(),
  session: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/)),
  savedAt: z.number(),
});
export type KnownOrder = z.infer<typeof zKnownOrder>;

const keptOrders = 20;

/**
 * Returns the orders of a stored list, without those whose secret is invalid in a header. A broken list
 * counts as empty.
 */
export function readOrders(stored: string | null | undefined): KnownOrder[] {
  try {
    const parsed = z.array(z.unknown()).safeParse(JSON.parse(stored ?? '[]'));
    return (parsed.data ?? []).flatMap((order) => zKnownOrder.safeParse(order).data ?? []);
  } catch {
    return [];
  }
}

/** Returns the orders of this browser, the newest first. */
export const knownOrders = (): KnownOrder[] => readOrders(inBrowser.read(ordersKey));

/** Secrets for the lifetime of this page, for browsers that refuse storage. */
export const inMemory = new Map<string, string>();

export function keepOrders(kept: KnownOrder[]): void {
  inBrowser.write(ordersKey, JSON.stringify(kept));
}

export const ordersExcept = (id: string) => knownOrders().filter((order) => order.id !== id);

export function rememberOrder(id: string, session: string): void {
  inMemory.set(id, session);
  keepOrders([{ id, session, savedAt: Date.now() }, ...ordersExcept(id)].slice(0, keptOrders));
}

export const sessionOf = (id: string): string | undefined =>
  inMemory.get(id) ?? knownOrders().find((order) => order.id === id)?.session;

/**
 * Returns a link that opens the order elsewhere. The secret is in the fragment, which no server ever sees.
 */
export const linkWithSession = (url: URL, session: string): string =>
  `${url.origin}${url.pathname}#s=${encodeURIComponent(session)}`;

/** Takes the secret from `#s=…`, stores it, and removes it from the address bar. */
export function takeSessionFromAddress(id: string): void {
  const session = readSecret(new URLSearchParams(location.hash.slice(1)).get('s') ?? '');
  if (!session) {
    return;
  }
  rememberOrder(id, session);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
}
