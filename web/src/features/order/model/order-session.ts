import * as z from 'zod/mini';

/** What this browser remembers of an order: its secret and how to name it. Nothing personal. */
const zKnownOrder = z.object({ id: z.string(), session: z.string(), savedAt: z.number() });
export type KnownOrder = z.infer<typeof zKnownOrder>;

const storageKey = 'selfcare.orders';
const keptOrders = 20;

/** Orders of this browser, newest first. Broken or blocked storage counts as empty. */
export function knownOrders(): KnownOrder[] {
  try {
    const parsed = z.array(zKnownOrder).safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Secrets of this page's life, for browsers that refuse storage. */
const inMemory = new Map<string, string>();

export function rememberOrder(id: string, session: string): void {
  inMemory.set(id, session);
  const others = knownOrders().filter((order) => order.id !== id);
  const kept = [{ id, session, savedAt: Date.now() }, ...others].slice(0, keptOrders);
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Private windows may refuse; the order then lives as long as this tab.
  }
}

export const sessionOf = (id: string): string | undefined =>
  inMemory.get(id) ?? knownOrders().find((order) => order.id === id)?.session;

/** Link that opens the order elsewhere. The secret is in the fragment, which no server ever sees. */
export const linkWithSession = (url: URL, session: string): string =>
  `${url.origin}${url.pathname}#s=${encodeURIComponent(session)}`;

/** Takes the secret out of `#s=…`, remembers it, and removes it from the address bar. */
export function takeSessionFromAddress(id: string): void {
  const session = new URLSearchParams(location.hash.slice(1)).get('s');
  if (!session) {
    return;
  }
  rememberOrder(id, session);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
}
