import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { rememberOrder, sessionOf } from '@/features/order/model/order-session';
import { orderId, placedOrder, session } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server, takeCalls } from '@/testing/server';

const delivered = (over = {}) =>
  placedOrder('delivered', {
    customerStatus: 'delivered',
    sim: { iccid: '8996605000000000018', puk1: '12345678' },
    ...over,
  });

const confirmed = {
  status: 'completed',
  random: '42',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  triesLeft: 4,
  purpose: 'activation',
} as const;

it('offers the delivered orders of this browser', async () => {
  rememberOrder(orderId, session);
  serveOrder(delivered());
  const { user } = renderApp('/en/sim-activation');
  await user.click(await screen.findByRole('button', { name: 'Activate' }));
  expect(await screen.findByRole('button', { name: 'Send a request to my app' })).toBeEnabled();
});

it('finds an order by its SIM and activates the line after the identity check', async () => {
  const bodies: unknown[] = [];
  serveOrder(delivered({ identity: confirmed }));
  server.use(
    http.post(api('/sim-activation/orders'), async ({ request }) => {
      bodies.push(await request.json());
      const found = {
        orderId,
        orderNumber: 'SC12345678',
        msisdn: '0571234567',
        orderSessionId: 'for-activation',
      };
      return HttpResponse.json({ items: [found] });
    }),
  );
  const calls = takeCalls('post', '/activation', placedOrder('active', { seq: 2 }));
  const { user } = renderApp('/en/sim-activation');
  await user.type(await screen.findByLabelText('SIM number (ICCID)'), '8996605 0000 0000 0018');
  await user.type(screen.getByLabelText('ID number'), '1000000008');
  await user.click(screen.getByRole('button', { name: 'Find my order' }));
  await user.click(await screen.findByRole('button', { name: 'Activate the line' }));
  expect(await screen.findByRole('heading', { name: 'Your line is active' })).toBeVisible();
  expect(bodies).toEqual([{ iccid: '8996605000000000018', idNumber: '1000000008' }]);
  expect(calls[0]?.body).toEqual({ iccid: '8996605000000000018' });
  expect(sessionOf(orderId)).toBe('for-activation');
});

it('says when no order fits', async () => {
  server.use(
    http.post(api('/sim-activation/orders'), () =>
      refuse(404, { message: 'No orders found', messageKey: 'no_orders_found' }),
    ),
  );
  const { user } = renderApp('/en/sim-activation');
  await user.type(await screen.findByLabelText('SIM number (ICCID)'), '8996605000000000018');
  await user.type(screen.getByLabelText('ID number'), '1000000008');
  await user.click(screen.getByRole('button', { name: 'Find my order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No orders found');
});

it('waits for delivery', async () => {
  rememberOrder(orderId, session);
  serveOrder(placedOrder('dispatched'));
  renderApp(`/en/sim-activation?order=${orderId}`);
  expect(await screen.findByText(/has not been delivered yet/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Activate the line' })).toBeNull());
});
