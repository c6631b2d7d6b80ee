import type { Order } from '../../src/api/gen/index.ts';
import type { OpenOrder } from '../support/customer.ts';
import type { Walker } from './walker.ts';

/** Changes the server's answer about an order into a state that is rare. */
export async function pretendOrder(
  { page }: Walker,
  { id }: OpenOrder,
  change: (order: Order) => Partial<Order>,
) {
  await page.route(`**/api/orders/${id}/events`, (route) => route.abort());
  await page.route(`**/api/orders/${id}`, async (route) => {
    const response = await route.fetch();
    const order: Order = await response.json();
    await route.fulfill({ response, json: { ...order, ...change(order) } });
  });
}
