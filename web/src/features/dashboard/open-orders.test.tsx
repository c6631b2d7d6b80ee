import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { OrderSummary } from '@/api/gen-later';
import type { Dashboard } from '@/api/gen-session';
import { followed, hawakom90, servePlan } from '@/testing/my-plan';
import { orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const dashboard: Dashboard = {
  proprties: { subscription_type: 'prepaid', mobile_number: '0570000003', data_sim: false },
  balance: { amount: 4_550, currency: 'SAR' },
  consumption: [],
  additional_widgets: [],
};

const orderOf = (
  n: number,
  stage: OrderSummary['stage'],
  over: Partial<OrderSummary> = {},
): OrderSummary => ({
  id: orderId.replace(/.$/, String(n)),
  orderNumber: `SC0000000${n}`,
  kind: 'sim',
  numberSource: 'new',
  stage,
  msisdn: '0571234567',
  createdAt: '2026-11-02T09:00:00Z',
  updatedAt: '2026-11-03T09:00:00Z',
  ...over,
});

function serve(orders: OrderSummary[]): void {
  servePlan(followed(), hawakom90);
  server.use(
    http.get(api('/dashboard'), () => HttpResponse.json({ data: dashboard })),
    http.get(api('/orders'), () =>
      HttpResponse.json({ items: orders, page: 1, per_page: 10, hasMore: false }),
    ),
  );
}

const card = async () =>
  within(
    (await screen.findByRole('heading', { level: 2, name: 'Orders on their way' })).closest(
      'section',
    ) as HTMLElement,
  );

it('opens the dashboard for a signed-in customer who opens the first page', async () => {
  await signIn();
  serve([]);
  const { path } = renderApp('/en/');
  await waitFor(() => expect(path()).toBe('/en/dashboard'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Sara' })).toBeVisible();
  expect(await screen.findByText('45.50')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Orders on their way' })).toBeNull();
});

it('shows the open orders with a link to each (D11)', async () => {
  await signIn();
  serve([orderOf(1, 'dispatched'), orderOf(2, 'active'), orderOf(3, 'held'), orderOf(4, 'cancelled')]);
  renderApp('/en/dashboard');
  const orders = await card();
  expect(await orders.findByText('Dispatched')).toBeVisible();
  expect(
    orders.getAllByRole('link', { name: /Open order/ }).map((link) => link.getAttribute('href')),
  ).toEqual([
    `/en/order-sim/${orderId.replace(/.$/, '1')}/order-details`,
    `/en/order-sim/${orderId.replace(/.$/, '3')}/order-details`,
  ]);
  expect(orders.getByRole('link', { name: 'All my orders' })).toHaveAttribute('href', '/en/my-orders');
});

it('shows the rest of the page if the orders fail, and tries them again', async () => {
  await signIn();
  serve([orderOf(1, 'preparing')]);
  server.use(http.get(api('/orders'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/dashboard');
  const orders = await card();
  expect(await orders.findByText('Not now')).toBeVisible();
  expect(await screen.findByText('45.50')).toBeVisible();
  await user.click(orders.getByRole('button', { name: 'Try again' }));
  expect(await orders.findByText('Preparing')).toBeVisible();
});
