import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { OrderSummary } from '@/api/gen-later';
import { rememberOrder } from '@/features/order/model/order-session';
import { queries } from '@/lib/http/query-client';
import { openPageAnew } from '@/lib/session';
import { orderId, placedOrder, session } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const summary = (over: Partial<OrderSummary> = {}): OrderSummary => ({
  id: orderId,
  orderNumber: 'SC12345678',
  kind: 'sim',
  numberSource: 'new',
  stage: 'dispatched',
  msisdn: '0571234567',
  total: 58_000,
  createdAt: '2026-11-02T09:00:00Z',
  updatedAt: '2026-11-03T09:00:00Z',
  ...over,
});

/** Serves the pages of the list and records the requested ones. */
function servePages(...pages: OrderSummary[][]): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/orders'), ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
      asked.push(`${page} ${request.headers.get('Authorization')}`);
      return HttpResponse.json({
        items: pages[page - 1] ?? [],
        page,
        per_page: 10,
        hasMore: page < pages.length,
      });
    }),
  );
  return asked;
}

it('names the related orders of an order', async () => {
  await signIn();
  const other = orderId.replace(/.$/, '2');
  const link = { relation: 'extra-sim-of' as const, orderId: other, orderNumber: 'SC00000002', kind: 'sim' };
  servePages([summary({ kind: 'multisim', links: [link, { relation: 'replaced-by' }] })]);
  renderApp('/en/my-orders');
  expect(
    await screen.findByRole('link', { name: /Extra SIM for the line of order .*SC00000002/ }),
  ).toHaveAttribute('href', `/en/order-sim/${other}/order-details`);
  expect(screen.getByText('SIM replaced with a later order')).toBeVisible();
});

it('offers to correct the refused address of an order', async () => {
  await signIn();
  servePages([summary({ stage: 'held', canCorrectAddress: true })]);
  renderApp('/en/my-orders');
  expect(await screen.findByText('Correct the address')).toBeVisible();
  expect(screen.queryByText('We are on it')).toBeNull();
});

it('lists the orders of the account and turns the pages', async () => {
  await signIn();
  const older = summary({
    id: orderId.replace(/.$/, '2'),
    orderNumber: 'SC00000002',
    kind: 'a-kind-of-another-release',
    stage: 'abandoned',
    msisdn: undefined,
    total: undefined,
  });
  const asked = servePages([summary()], [older]);
  const { user } = renderApp('/en/my-orders');
  expect(await screen.findByRole('link', { name: /Open order .*SC12345678/ })).toHaveAttribute(
    'href',
    `/en/order-sim/${orderId}/order-details`,
  );
  expect(screen.getByText('Dispatched')).toBeVisible();
  expect(screen.getByText('580')).toBeVisible();
  expect(screen.getByText('Ordered 2 November 2026')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Newer orders' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Older orders' }));
  expect(await screen.findByText('No number chosen yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Older orders' })).toBeDisabled();
  // The bell reads the first page, too.
  expect([...new Set(asked)]).toEqual(['1 Bearer user-token', '2 Bearer user-token']);
});

it('names an extra SIM with the number that it is for', async () => {
  await signIn();
  servePages([summary({ kind: 'multisim', simName: 'Car 678', msisdn: '0570000003' })]);
  renderApp('/en/my-orders');
  expect(await screen.findByRole('heading', { level: 2, name: /Car 678 · .*057 000 0003/ })).toBeVisible();
  expect(screen.queryByText('No number chosen yet')).toBeNull();
});

it('says that there are no orders, and how to begin one', async () => {
  await signIn();
  servePages([]);
  renderApp('/en/my-orders');
  expect(await screen.findByText('No orders found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Find an order' })).toHaveAttribute('href', '/en/find-order');
});

it('tries again if the list could not be read', async () => {
  await signIn();
  server.use(http.get(api('/orders'), () => refuse(409, { message: 'Not now' })));
  const { user } = renderApp('/en/my-orders');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  servePages([summary()]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Dispatched')).toBeVisible();
});

it('keeps the known orders if the list cannot be read again', async () => {
  await signIn();
  servePages([summary()]);
  renderApp('/en/my-orders');
  expect(await screen.findByText('Dispatched')).toBeVisible();
  server.use(http.get(api('/orders'), () => refuse(409, { message: 'Not now' })));
  await act(() => queries.refetchQueries());
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.getByText('Dispatched')).toBeVisible();
});

it('keeps the known orders of a guest if one of them cannot be read', async () => {
  const other = orderId.replace(/.$/, '9');
  rememberOrder(other, 'another-session');
  rememberOrder(orderId, session);
  serveOrder(placedOrder('preparing'));
  server.use(
    http.get(api(`/orders/${other}`), () => refuse(409, { message: 'Not now' }), { once: true }),
    http.get(api(`/orders/${other}`), () => HttpResponse.json(placedOrder('dispatched', { id: other }))),
  );
  const { user } = renderApp('/en/my-orders');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.getByText('Preparing')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Dispatched')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the customer could not be recognized, and tries again', async () => {
  await signIn();
  openPageAnew();
  servePages([summary()]);
  server.use(http.get(api('/users/current'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/my-orders');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.queryByText('No orders found')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Dispatched')).toBeVisible();
});

it('shows guests the orders of this browser, without those whose session is over', async () => {
  const gone = orderId.replace(/.$/, '9');
  rememberOrder(gone, 'an-old-session');
  rememberOrder(orderId, session);
  serveOrder(placedOrder('preparing'));
  server.use(
    http.get(api(`/orders/${gone}`), () => refuse(403, { messageKey: 'order_not_yours', code: -403 })),
  );
  renderApp('/ar/my-orders');
  expect(await screen.findByText('قيد التجهيز')).toBeVisible();
  expect(screen.getAllByRole('link', { name: /فتح الطلب/ })).toHaveLength(1);
  expect(screen.getByRole('main').querySelector('a[href="/ar/login"]')).not.toBeNull();
});

it('asks a signed-in customer to log out before an order, and logs out', async () => {
  await signIn();
  const { user, path } = renderApp('/en/order-sim/select-number');
  expect(await screen.findByRole('heading', { name: 'You are signed in' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /0571112222|057 111 2222/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out and choose a number' }));
  await waitFor(() => expect(path()).toBe('/en/order-sim/select-number'));
  expect(await screen.findByRole('button', { name: /057 111 2222/ })).toBeVisible();
});
