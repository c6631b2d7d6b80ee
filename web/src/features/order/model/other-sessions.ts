import { inMemory, keepOrders, knownOrders, ordersExcept, rememberOrder } from './order-session';

/** Removes the browser's data about an order that it no longer opens. */
export function dropOrder(id: string): void {
  inMemory.delete(id);
  keepOrders(ordersExcept(id));
}

/**
 * Stores a secret with fewer rights than one that the browser may have: until the page is left, or if there
 * is no other.
 */
export function rememberPart(id: string, session: string): void {
  if (knownOrders().every((order) => order.id !== id)) {
    rememberOrder(id, session);
  }
  inMemory.set(id, session);
}
