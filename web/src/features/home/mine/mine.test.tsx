import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { OrderSummary } from '@/api/gen-later';
import type { Dashboard } from '@/api/gen-session';
import { rememberOrder } from '@/features/order/model/order-session';
import { selectAccount } from '@/lib/session';
import { followed, hawakom90, servePlan } from '@/testing/my-plan';
import { orderAt, orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';
import { serveSite, siteRoutes } from '@/testing/site';

const dashboard: Dashboard = {
  proprties: { subscription_type: 'prepaid', mobile_number: '0570000003', data_sim: false },
  balance: { amount: 4_550, currency: 'SAR', valid_until: '2026-12-10T00:00:00Z' },
  consumption: [],
  additional_widgets: [],
};

const orderOf = (n: number, stage: OrderSummary['stage']): OrderSummary => ({
  id: orderId.replace(/.$/, String(n)),
  orderNumber: `SC0000000${n}`,
  kind: 'sim',
  numberSource: 'new',
  stage,
  msisdn: '0571234567',
  createdAt: '2026-11-02T09:00:00Z',
  updatedAt: '2026-11-03T09:00:00Z',
});

/** Serves a customer's first page; returns the lines whose balance was requested. */
function serveMine(orders: OrderSummary[] = []): (string | null)[] {
  const asked: (string | null)[] = [];
  servePlan(followed(), hawakom90);
  server.use(
    http.get(api('/dashboard'), ({ request }) => {
      asked.push(request.headers.get('x-sub-account'));
      return HttpResponse.json({ data: dashboard });
    }),
    http.get(api('/orders'), () =>
      HttpResponse.json({ items: orders, page: 1, per_page: 10, hasMore: false }),
    ),
    http.get(api('/number-booking/categories'), () => HttpResponse.json({ items: [] })),
  );
  return asked;
}

const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { level: 2, name: title })).closest('section') as HTMLElement);

it('greets by name with links to balance, plan and open orders (D11)', async () => {
  await signIn();
  serveMine([orderOf(1, 'dispatched'), orderOf(2, 'active'), orderOf(3, 'wizard'), orderOf(4, 'cancelled')]);
  renderApp('/en');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Sara' })).toBeVisible();
  const balance = await cardOf('Your balance');
  expect(await balance.findByText('45.50')).toBeVisible();
  expect(balance.getByText('Valid until 10 December 2026')).toBeVisible();
  expect(balance.getByRole('link', { name: 'Recharge' })).toHaveAttribute('href', '/en/recharge');
  const plan = await cardOf('My plan');
  expect(await plan.findByText('Hawakom 90')).toBeVisible();
  expect(plan.getByText('20 days left')).toBeVisible();
  expect(plan.getByText(/Renews on/)).toBeVisible();
  expect(plan.getByRole('link')).toHaveAttribute('href', '/en/my-plan');
  const orders = await cardOf('Orders on their way');
  expect(await orders.findByText('Dispatched')).toBeVisible();
  expect(
    orders.getAllByRole('link', { name: /Open order/ }).map((link) => link.getAttribute('href')),
  ).toEqual([
    `/en/order-sim/${orderId.replace(/.$/, '1')}/order-details`,
    `/en/order-sim/${orderId.replace(/.$/, '3')}/order-details`,
  ]);
  expect(orders.getByRole('link', { name: 'All my orders' })).toHaveAttribute('href', '/en/my-orders');
});

it('offers to correct the refused address of an order', async () => {
  await signIn();
  serveMine([{ ...orderOf(1, 'held'), canCorrectAddress: true }]);
  renderApp('/en');
  expect(await screen.findByText('Correct the address')).toBeVisible();
});

it('greets with the Arabic name if it is known (D12)', async () => {
  await signIn(undefined, { first_name_ar: 'سارة', last_name_ar: 'القحطاني' });
  serveMine();
  renderApp('/ar');
  expect(await screen.findByRole('heading', { level: 1, name: 'أهلًا سارة' })).toBeVisible();
  expect(await screen.findByText('لا يوجد طلب في الطريق.')).toBeVisible();
});

it('shows the rest of the page if a part fails, and retries that part', async () => {
  await signIn();
  serveMine([orderOf(1, 'preparing')]);
  server.use(http.get(api('/dashboard'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(await screen.findByText('Hawakom 90')).toBeVisible();
  expect(await screen.findByText('Preparing')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Numbers of every class' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('45.50')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads the chosen line, and leads only to permitted pages', async () => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'recharge' ? { ...route, permission: 'history/recharge/balance' } : route,
    ),
  }));
  await signIn([mainLine, subLine]);
  await selectAccount(subLine.subscription_id);
  const asked = serveMine();
  renderApp('/en');
  const balance = await cardOf('Your balance');
  expect(await balance.findByText('45.50')).toBeVisible();
  expect(balance.queryByRole('link', { name: 'Recharge' })).toBeNull();
  expect(within(screen.getByRole('main')).getByText('Driver')).toBeVisible();
  expect(asked).toEqual([subLine.subscription_id]);
});

it('shows an order of this browser once', async () => {
  await signIn();
  const theirs = orderAt('eligibility-check', { id: orderId.replace(/.$/, '8') });
  serveOrder(theirs);
  rememberOrder(theirs.id, 'a-secret');
  rememberOrder(orderOf(1, 'dispatched').id, 'a-secret');
  serveMine([orderOf(1, 'dispatched')]);
  renderApp('/en');
  expect(await screen.findByRole('link', { name: 'Open my order' })).toHaveAttribute(
    'href',
    `/en/order-sim/${theirs.id}/check-eligibility`,
  );
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Open (my )?order/ })).toHaveLength(2));
});

it('shows no end of a postpaid line’s debt (D8)', async () => {
  await signIn();
  serveMine();
  const proprties = { ...dashboard.proprties, subscription_type: 'postpaid' as const };
  server.use(http.get(api('/dashboard'), () => HttpResponse.json({ data: { ...dashboard, proprties } })));
  renderApp('/en');
  expect(await (await cardOf('Left to pay on your bills')).findByText('45.50')).toBeVisible();
  expect(screen.queryByText(/Valid until/)).toBeNull();
});
