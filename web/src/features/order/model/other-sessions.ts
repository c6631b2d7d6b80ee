import { inMemory, keepOrders, knownOrders, ordersBut, rememberOrder } from './order-session';

/** What this browser had does not open the order any more. */
export function dropOrder(id: string): void {
  inMemory.delete(id);
  keepOrders(ordersBut(id));
}

/** A secret that is good for less than the one this browser may have: until the page is left, or where there is none. */
export function rememberPart(id: string, session: string): void {
  if (knownOrders().every((order) => order.id !== id)) {
    rememberOrder(id, session);
  }
  inMemory.set(id, session);
}
