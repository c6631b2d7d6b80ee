import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { CustomerCard } from '@/api/gen-support';
import { heldOrder, signInStaff } from '@/testing/console';
import { bookingWith, orderAt, orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server } from '@/testing/server';

const customerId = '01920000-0000-7000-8000-0000000000d1';
const address = `/en/console/customers/${customerId}`;
const at = '2026-11-25T08:00:00Z';

const request = (n: number): CustomerCard['requests'][number] => ({
  kind: 'service-request',
  id: `01920000-0000-7000-8000-0000000000${n}0`,
  reference: `CR000000000${n}`,
  title: 'Complaint',
  stage: 'received',
  stageText: 'Received',
  relation: 'same-customer',
  isCase: true,
  at,
});

const card: CustomerCard = {
  name: 'Noura Alharbi',
  idNumber: '•••4567',
  email: 'n•••@example.com',
  lines: [
    {
      id: customerId,
      msisdn: '0570000001',
      kind: 'voice',
      type: 'prepaid',
      status: 'active',
      main: true,
      plan: 'Basic 25',
      planStage: 'active',
      planUntil: '2026-12-20T00:00:00Z',
      balance: 1_250,
    },
    {
      id: '01920000-0000-7000-8000-0000000000d2',
      msisdn: '0570000002',
      kind: 'data',
      type: 'postpaid',
      status: 'suspended',
      main: false,
      owed: 9_900,
    },
  ],
  orders: [
    {
      kind: 'order',
      id: orderId,
      reference: 'SC00000007',
      title: 'SIM order',
      stage: 'wizard',
      stageText: 'Not placed yet',
      relation: 'same-line',
      isCase: false,
      at,
    },
  ],
  purchases: [],
  bills: [
    {
      kind: 'bill',
      id: '01920000-0000-7000-8000-0000000000e1',
      reference: 'INV2026-00000042',
      title: 'Bill',
      stage: 'open',
      stageText: 'Open',
      relation: 'same-line',
      isCase: false,
      at,
    },
  ],
  requests: [request(1)],
  cases: [heldOrder()],
};

const serveCustomer = (over: Partial<CustomerCard> = {}) =>
  server.use(
    http.get(api(`/support/customers/${customerId}`), () =>
      HttpResponse.json({ data: { ...card, ...over } }),
    ),
  );

const soon = () => new Date(Date.now() + 60_000).toISOString();
const sentCode = () => ({
  expires_at: soon(),
  resend_at: soon(),
  tries_left: 3,
  server_time: new Date().toISOString(),
  sent_to: ['055•••4567'],
});

/** Plays the code for the caller. Returns the requests. */
function serveCaller(): { call: string; body: unknown }[] {
  const sent: { call: string; body: unknown }[] = [];
  const note = async (request: Request) =>
    sent.push({
      call: new URL(request.url).pathname.replace('/api/support/callers/', ''),
      body: await request.json(),
    });
  server.use(
    http.post(api('/support/callers/code'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: sentCode() });
    }),
    http.post(api('/support/callers/session'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({
        orderId,
        orderNumber: 'SC00000007',
        orderSessionId: 'for-a-caller',
        expiresAt: soon(),
      });
    }),
  );
  return sent;
}

beforeEach(() => signInStaff());

it('shows the lines, the open cases and the orders of a customer', async () => {
  serveCustomer();
  renderApp(address);
  expect(await screen.findByRole('heading', { level: 1, name: 'Noura Alharbi' })).toBeVisible();
  expect(screen.getByText('•••4567')).toBeVisible();
  const lines = within(screen.getByRole('region', { name: 'Lines' }));
  expect(lines.getByText('Basic 25')).toBeVisible();
  expect(lines.getByText('12.50')).toBeVisible();
  expect(lines.getByText('Suspended')).toBeVisible();
  expect(lines.getByText('99')).toBeVisible();
  expect(screen.getByRole('link', { name: 'SC00000001' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'SIM order SC00000007' })).toHaveAttribute(
    'href',
    `/en/console/cases/order/${orderId}`,
  );
  expect(screen.getByText('No purchases.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bill INV2026-00000042' })).toHaveAttribute(
    'href',
    '/en/console/cases/bill/01920000-0000-7000-8000-0000000000e1',
  );
  expect(screen.getByRole('link', { name: 'Complaint CR0000000001' })).toHaveAttribute(
    'href',
    `/en/console/cases/service-request/${request(1).id}`,
  );
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
});

it('folds a long list of work', async () => {
  serveCustomer({ requests: [1, 2, 3, 4, 5, 6].map(request) });
  const { user } = renderApp(address);
  const part = within(await screen.findByRole('region', { name: 'Latest service requests' }));
  expect(part.getAllByRole('link')).toHaveLength(5);
  await user.click(part.getByRole('button', { name: 'Show all: Latest service requests' }));
  expect(part.getAllByRole('link')).toHaveLength(6);
  await user.click(part.getByRole('button', { name: 'Show fewer: Latest service requests' }));
  expect(part.getAllByRole('link')).toHaveLength(5);
});

it('names the empty parts of a customer', async () => {
  serveCustomer({ name: undefined, lines: [], orders: [], bills: [], requests: [], cases: [] });
  renderApp(address);
  expect(await screen.findByRole('heading', { level: 1, name: 'Customer' })).toBeVisible();
  expect(screen.getByText('No lines.')).toBeVisible();
  expect(screen.getByText('This customer has no held or late cases.')).toBeVisible();
  expect(screen.getByText('No orders.')).toBeVisible();
  expect(screen.getByText('No bills.')).toBeVisible();
  expect(screen.getByText('No service requests.')).toBeVisible();
});

it('says that there is no such customer', async () => {
  server.use(
    http.get(api(`/support/customers/${customerId}`), () =>
      refuse(404, { message: 'There is no such customer', messageKey: 'customer_not_found' }),
    ),
  );
  const { router } = renderApp(address);
  expect(await screen.findByText('There is no such customer')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await router.navigate('/en/console/customers/nobody');
  expect(await screen.findByRole('heading', { name: 'Customer not found' })).toBeVisible();
});

it('opens an order for a caller who confirms by code, and ends that session', async () => {
  serveCustomer();
  const sent = serveCaller();
  const ended: (string | null)[] = [];
  server.use(
    http.delete(api(`/orders/${orderId}/session`), ({ request }) => {
      ended.push(request.headers.get('X-Order-Session'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  // The order holds a number. An agent who leaves the order to the caller gets no question about the number.
  serveOrder(orderAt('plan-selection', { opened: 'assisted', booking: bookingWith({}) }));
  const { user, path } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: 'Continue order SC00000007 for a caller' }));
  await user.click(screen.getByRole('button', { name: "Send the code to the order's mobile number" }));
  expect(await screen.findByText('055•••4567')).toBeVisible();
  await user.keyboard('123456');
  expect(await screen.findByRole('heading', { level: 1, name: 'Choose your plan' })).toBeVisible();
  expect(sent).toEqual([
    { call: 'code', body: { orderId, by: 'mobile' } },
    { call: 'session', body: { orderId, otp: '123456' } },
  ]);
  expect(await screen.findByText(/You are working on order .* for a caller/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End the session for the caller' }));
  await waitFor(() => expect(path()).toBe(`/en/console/cases/order/${orderId}`));
  expect(ended).toEqual(['for-a-caller']);
});

it('sends a caller a payment link in place of the card form', async () => {
  const { rememberOrder } = await import('@/features/order/model/order-session');
  rememberOrder(orderId, 'for-a-caller');
  serveOrder(orderAt('payment', { opened: 'assisted' }));
  server.use(
    http.post(api(`/support/orders/${orderId}/payment-link`), () =>
      HttpResponse.json({ sentTo: ['055•••4567'] }),
    ),
  );
  const { user } = renderApp(`/en/order-sim/${orderId}/payment`);
  await user.click(await screen.findByRole('button', { name: 'Send the payment link' }));
  expect(await screen.findByText('055•••4567')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it('begins an order for a caller', async () => {
  const sent = serveCaller();
  serveOrder(orderAt('number-selection', { opened: 'assisted' }));
  const { user } = renderApp('/en/console/find');
  await user.click(await screen.findByRole('button', { name: 'Start an order for a caller' }));
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText('Enter a Saudi mobile number: 05 and eight digits.')).toBeVisible();
  await user.type(screen.getByLabelText("Caller's mobile number"), '966 55 123 4567');
  await user.selectOptions(screen.getByLabelText('Type of SIM'), 'eSIM');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await screen.findByText('055•••4567');
  await user.keyboard('123456');
  await waitFor(() =>
    expect(sent).toEqual([
      { call: 'code', body: { mobile: '0551234567' } },
      {
        call: 'session',
        body: { mobile: '0551234567', start: { kind: 'esim', numberSource: 'new' }, otp: '123456' },
      },
    ]),
  );
});
