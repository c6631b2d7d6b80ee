import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { setConnection } from '@/testing/connection';
import { orderId, placedOrder } from '@/testing/order';
import { prepaidLine, purchase, servePurchase, serveRecharge } from '@/testing/purchase';
import { renderApp, renderStep } from '@/testing/render';
import { api, refuse, serveOrder, server } from '@/testing/server';
import { signIn } from '@/testing/session';

afterEach(() => setConnection('online'));

it('stays on the page while offline, and opens the next page once online (D7)', async () => {
  const { router, path } = renderApp('/en/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  setConnection('offline');
  expect(await screen.findByText(/^No Internet Connection/)).toBeVisible();
  act(() => void router.navigate('/en/page-of-no-visit'));
  expect(await screen.findByText(/The page you chose opens as soon as you are back/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  expect(path()).toBe('/en/terms');
  setConnection('online');
  await waitFor(() => expect(path()).toBe('/en/page-of-no-visit'));
  setConnection('offline');
  await act(() => router.navigate('/en/terms'));
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ }), 'shown before').toBeVisible();
  setConnection('online');
});

it('keeps the known order without a connection, and shows its changes once online', async () => {
  renderStep(placedOrder('preparing'), 'order-details');
  expect(await screen.findByText(/Your SIM is packed/)).toBeVisible();
  setConnection('offline');
  serveOrder(placedOrder('dispatched', { seq: 2 }));
  act(() => void dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(/^No Internet Connection/)).toBeVisible();
  expect(screen.getByText(/Your SIM is packed/)).toBeVisible();
  expect(screen.getByText('You see what we knew 1 minute ago.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  setConnection('online');
  expect(await screen.findByText(/Your SIM is on its way/)).toBeVisible();
  expect(screen.queryByText(/what we knew/)).toBeNull();
});

it('keeps the known balance without a connection, with its age', async () => {
  await signIn([prepaidLine]);
  serveRecharge();
  renderApp('/en/dashboard');
  expect(await screen.findByText('45.50')).toBeVisible();
  expect(screen.queryByText(/what we knew/)).toBeNull();
  setConnection('offline');
  expect(screen.getByText('You see what we knew 1 minute ago.')).toBeVisible();
  expect(screen.getByText('45.50')).toBeVisible();
});

it('says on an unknown page of an order that there is no connection, and shows it once online', async () => {
  const { router } = renderStep(placedOrder('preparing'), 'order-details');
  expect(await screen.findByText(/Your SIM is packed/)).toBeVisible();
  let reached = false;
  server.use(
    http.get(api(`/orders/${orderId}/receipt`), () => {
      reached = true;
      return refuse(409, { message: 'Not paid' });
    }),
  );
  setConnection('offline');
  await act(() => router.navigate(`/en/order-sim/${orderId}/receipt`));
  expect(await screen.findByRole('alert')).toHaveTextContent('Check your connection');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(reached).toBe(false);
  setConnection('online');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Not paid'));
});

it('says on the page of a purchase that there is no connection, and shows it once online', async () => {
  await signIn([prepaidLine]);
  servePurchase({ status: 'completed' });
  const { router } = renderApp(`/en/purchase/${purchase().id}`);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  const other = purchase().id.replace(/.$/, '9');
  setConnection('offline');
  await act(() => router.navigate(`/en/purchase/${other}`));
  expect(await screen.findByRole('alert')).toHaveTextContent('Check your connection');
  expect(screen.queryByRole('link', { name: /do not know|could not find/ })).toBeNull();
  setConnection('online');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
