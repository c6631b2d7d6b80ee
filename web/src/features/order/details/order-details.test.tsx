import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { orderId, placedOrder } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, server, takeCalls } from '@/testing/server';

const sim = { iccid: '8996605000000000018', puk1: '12345678' };

it('tells where the order is and what comes next', async () => {
  renderStep(placedOrder('dispatched', { customerStatus: 'dispatched' }), 'order-details');
  const steps = await screen.findByRole('list', { name: 'State of your order' });
  expect(
    within(steps)
      .getByText(/^Dispatched/)
      .closest('li'),
  ).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText(/The courier calls .*055 123 4567/)).toBeVisible();
});

it('hides PUK1 until it is asked for', async () => {
  const { user } = renderStep(placedOrder('preparing', { sim }), 'order-details');
  expect(await screen.findByText('8996605000000000018')).toBeVisible();
  expect(screen.queryByText('12345678')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show PUK1' }));
  expect(screen.getByText('12345678')).toBeVisible();
});

it('has no numbers of a SIM that will never work', async () => {
  renderStep(placedOrder('cancelled', { sim }), 'order-details');
  expect(await screen.findByRole('heading', { name: 'Your order is cancelled' })).toBeVisible();
  expect(screen.queryByText(sim.iccid)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show PUK1' })).toBeNull();
});

it('cancels after one more question, with the reason', async () => {
  const ended = {
    reason: 'cancelled_by_customer',
    message: 'You cancelled this order.',
    at: new Date().toISOString(),
    refunded: 58_000,
  };
  const calls = takeCalls(
    'post',
    '/cancellation',
    placedOrder('cancelled', { seq: 2, canCancel: false, ended }),
  );
  const { user } = renderStep(placedOrder('preparing'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?' });
  await user.selectOptions(within(dialog).getByLabelText('Why do you cancel?'), 'too-slow');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, cancel the order' }));
  expect(await screen.findByRole('heading', { name: 'Your order is cancelled' })).toBeVisible();
  expect(calls[0]?.body).toEqual({ reason: 'too-slow' });
  expect(screen.getByText(/Returned to your card/)).toHaveTextContent('580');
});

it('says that we are on it while the order is held', async () => {
  const held = {
    failureCode: 'sim_out_of_stock',
    message: 'SIM cards are being restocked.',
    since: new Date().toISOString(),
  };
  renderStep(placedOrder('held', { held }), 'order-details');
  expect(await screen.findByText('We are on it')).toBeVisible();
  expect(screen.getByText('SIM cards are being restocked.')).toBeVisible();
});

it('says of a phone that takes no eSIM what comes next, and promises no code meanwhile', async () => {
  const held = {
    failureCode: 'device_not_supported',
    message: 'Please use another phone.',
    since: new Date().toISOString(),
  };
  renderStep(placedOrder('held', { held, kind: 'esim', simType: 'esim' }), 'order-details');
  expect(await screen.findByText(/We call you to agree on another phone/)).toBeVisible();
  expect(screen.queryByText('Please use another phone.')).toBeNull();
  expect(screen.queryByText('We are making your eSIM')).toBeNull();
});

it('lets the customer pick another number when the paid one is gone', async () => {
  const calls = takeCalls('put', '/number', placedOrder('preparing', { seq: 2 }));
  const { user } = renderStep(placedOrder('number-lost'), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Choose 057 111 2222' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ msisdn: '0571112222' }));
  await waitFor(() => expect(screen.queryByText('Pick another number')).toBeNull());
});

it('leads to activation after delivery', async () => {
  renderStep(placedOrder('delivered', { customerStatus: 'delivered', canCancel: false }), 'order-details');
  expect(await screen.findByRole('link', { name: 'Activate my SIM' })).toHaveAttribute(
    'href',
    `/en/sim-activation?order=${orderId}`,
  );
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

const refund = { amount: 58_000, requestedAt: '2026-11-21T05:00:00Z' };

it('says what of a completed order went back, and when', async () => {
  const back = { ...refund, doneAt: '2026-11-21T06:05:00Z' };
  renderStep(placedOrder('active', { canCancel: false, refund: back }), 'order-details');
  const fact = await screen.findByText('Refunded');
  expect(fact.nextElementSibling).toHaveTextContent(/580 on 21 November 2026/);
  expect(screen.getByRole('heading', { level: 1, name: /active/ })).toBeVisible();
});

it('says that the money of a completed order is on its way back', async () => {
  renderStep(placedOrder('active', { canCancel: false, refund }), 'order-details');
  const fact = await screen.findByText('Being returned to your card');
  expect(fact.nextElementSibling).toHaveTextContent('580');
  expect(fact.nextElementSibling).not.toHaveTextContent('2026');
});

it('follows the order live', async () => {
  const order = placedOrder('placed');
  renderStep(order, 'order-details');
  const later = placedOrder('dispatched', { seq: 5, customerStatus: 'dispatched' });
  server.use(
    http.get(api(`/orders/${orderId}/events`), () => {
      const text = `retry: 1000\n\nid: 5\nevent: order\ndata: ${JSON.stringify(later)}\n\n`;
      const body = new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode(text)) });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  expect(await screen.findByText(/on its way/)).toBeVisible();
});

it('leads to the orders this one has to do with, and tells in words what may not be seen', async () => {
  const other = orderId.replace(/.$/, '2');
  renderStep(placedOrder('preparing'), 'order-details');
  server.use(
    http.get(api(`/orders/${orderId}/links`), () =>
      HttpResponse.json({
        items: [
          { relation: 'replacement-of', orderId: other, orderNumber: 'SC00000002', kind: 'sim' },
          { relation: 'replaced-by' },
        ],
      }),
    ),
  );
  const section = await screen.findByRole('region', { name: 'Related orders' });
  expect(
    within(section).getByRole('link', { name: /Replaces the SIM of order .*SC00000002/ }),
  ).toHaveAttribute('href', `/en/order-sim/${other}/order-details`);
  expect(within(section).getByText('SIM replaced with a later order')).toBeVisible();
  expect(within(section).getAllByRole('link')).toHaveLength(1);
});
