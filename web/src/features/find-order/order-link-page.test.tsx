import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { rememberOrder, sessionOf } from '@/features/order/model/order-session';
import { portWith } from '@/testing/kinds';
import { orderId, placedOrder, session } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server } from '@/testing/server';
import { serveSession } from '@/testing/session';

const token = 'AZgAAAAAcACAAAAA';

/** Answers a link as the server does, and records the requests. */
function serveLink(answer: object): unknown[] {
  const bodies: unknown[] = [];
  serveSession();
  server.use(
    http.post(api('/orders/link'), async ({ request }) => {
      bodies.push([request.headers.get('Authorization'), await request.json()]);
      return HttpResponse.json({ orderId, ...answer });
    }),
  );
  return bodies;
}

const part = (opened: 'tracking' | 'installation' | 'correction', over = {}) =>
  placedOrder('preparing', {
    opened,
    contact: undefined,
    progress: {
      headline: 'sim-prepared',
      milestones: [{ key: 'placed', state: 'done' }],
    },
    ...over,
  });

const released = {
  state: 'released',
  reissuesLeft: 0,
  lpa: 'LPA:1$smdp.example$K2-1',
  smdpAddress: 'smdp.example',
  matchingId: 'K2-1',
};

it('opens the progress of an order, with a way to the whole order', async () => {
  const bodies = serveLink({ opened: 'tracking', orderSessionId: 'by-link' });
  serveOrder(
    part('tracking', { shipment: { airwayBill: '123456789012', status: 'in-transit', failedAttempts: 0 } }),
  );
  const { path } = renderApp(`/en/o#${token}`);
  expect(await screen.findByRole('heading', { level: 1, name: /SC12345678/ })).toBeVisible();
  expect(path()).toBe(`/en/order-sim/${orderId}/order-details`);
  expect(location.hash, 'the secret is gone from the address').toBe('');
  expect(bodies).toEqual([['Bearer device-token', { token }]]);
  expect(sessionOf(orderId)).toBe('by-link');
  expect(screen.getByText('123456789012')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the whole order' })).toHaveAttribute(
    'href',
    '/en/find-order?order=SC12345678',
  );
});

it('opens the activation from the link of its message', async () => {
  serveLink({ opened: 'activation', orderSessionId: 'by-link' });
  serveOrder(placedOrder('delivered', { opened: 'activation', msisdn: '0571234567' }));
  const { path } = renderApp(`/en/o#${token}`);
  expect(await screen.findByRole('button', { name: 'Send a request to my app' })).toBeEnabled();
  expect(path()).toBe('/en/sim-activation');
});

it('shows the code of an eSIM, without offering another code or a message', async () => {
  serveLink({ opened: 'installation', orderSessionId: 'by-link' });
  serveOrder(part('installation', { kind: 'esim', simType: 'esim', profile: released }));
  renderApp(`/en/o#${token}`);
  expect(await screen.findByText('K2-1')).toBeVisible();
  expect(screen.queryByRole('button', { name: /new code|send/i })).toBeNull();
});

const calledOff = {
  headline: 'cancelled',
  milestones: [
    { key: 'placed', state: 'done' },
    { key: 'money-back', state: 'done' },
  ],
};
const ended = {
  reason: 'cancelled_by_customer',
  message: 'You cancelled this order.',
  at: '2026-11-21T05:00:00Z',
  refunded: 55_500,
};

it.each([
  ['cancelled', released],
  ['cancelled', { ...released, state: 'installed' }],
  ['cancelled', { state: 'cancelled', reissuesLeft: 0, promisedBy: '2026-11-21T05:00:00Z' }],
  ['abandoned', { state: 'cancelled', reissuesLeft: 0 }],
] as const)(
  'says what ended and where the money is, and nothing of the eSIM (%s)',
  async (stage, profile) => {
    serveLink({ opened: 'installation', orderSessionId: 'by-link' });
    serveOrder(
      part('installation', { stage, kind: 'esim', simType: 'esim', profile, ended, progress: calledOff }),
    );
    renderApp(`/en/o#${token}`);
    const title = stage === 'abandoned' ? 'This order has ended' : 'Your order is cancelled';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText('You cancelled this order.')).toBeVisible();
    expect(screen.getByText(/Returned to your card/)).toHaveTextContent('555');
    expect(screen.getByText(/Order number/)).toHaveTextContent('SC12345678');
    expect(screen.getByRole('link', { name: 'Open the whole order' })).toBeVisible();
    expect(screen.queryByText(/your eSIM|K2-1|Installed/i)).toBeNull();
  },
);

it('announces the refund of a cancelled order, and offers no correction', async () => {
  serveLink({ opened: 'correction', orderSessionId: 'by-link' });
  const port = portWith({ status: 'rejected', triesLeft: 2 });
  const progress = {
    ...calledOff,
    milestones: [{ key: 'money-back', state: 'running', actor: 'us' }],
  };
  serveOrder(part('correction', { stage: 'cancelling', numberSource: 'port-in', port, progress }));
  renderApp(`/en/o#${token}`);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your request is being withdrawn' }),
  ).toBeVisible();
  expect(screen.getByText(/returning your money/)).toBeVisible();
  expect(screen.queryByText(/0561234567|056 123 4567/)).toBeNull();
});

it('shows no code of an order with a held cancellation', async () => {
  serveLink({ opened: 'installation', orderSessionId: 'by-link' });
  const held = {
    from: 'cancelling',
    failureCode: 'refund_refused',
    message: 'We look into it.',
    since: '2026-11-21T05:00:00Z',
  };
  serveOrder(
    part('installation', {
      stage: 'held',
      held,
      kind: 'esim',
      simType: 'esim',
      profile: released,
      progress: calledOff,
    }),
  );
  renderApp(`/en/o#${token}`);
  expect(await screen.findByText('We look into it.')).toBeVisible();
  expect(screen.queryByText('K2-1')).toBeNull();
});

it.each([
  ['dispatched', 1],
  ['cancelled', 0],
] as const)('leads to the courier only while the parcel is on its way (%s)', async (stage, links) => {
  const shipment = {
    airwayBill: '123456789012',
    status: 'in-transit',
    trackingUrl: 'https://courier.example/123456789012',
    failedAttempts: 0,
  };
  serveLink({ opened: 'tracking', orderSessionId: 'by-link' });
  serveOrder(part('tracking', { stage, shipment }));
  renderApp(`/en/o#${token}`);
  expect(await screen.findByText('123456789012')).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Track with the courier' })).toHaveLength(links);
});

const failing = (key: string, headline: string) => ({
  headline,
  current: key,
  milestones: [{ key, state: 'failed', actor: 'customer', until: '2026-11-22T05:00:00Z' }],
});
const fault = { code: 'esim_no_memory', message: 'Your phone has no room for another eSIM.' };

it.each([
  [
    'number-lost',
    { stage: 'number-lost', step: 'number-selection', progress: failing('placed', 'number-lost') },
    [/another customer got/, /until Sunday,? 22 November.*return all your money/],
    'Choose a number',
  ],
  [
    'hold-expired',
    { stage: 'wizard', step: 'number-selection', progress: undefined },
    [/no longer held for you/],
    'Open the order',
  ],
  [
    'esim-failed',
    {
      stage: 'dispatched',
      kind: 'esim',
      simType: 'esim',
      profile: { state: 'error', reissuesLeft: 0, error: fault },
      progress: failing('esim-installed', 'install-failed'),
    },
    [/no room for another eSIM/, /Open the order to get a new code/],
    'Open the order for a new code',
  ],
  [
    'address-refused',
    {
      stage: 'held',
      held: {
        from: 'preparing',
        failureCode: 'courier_refused',
        message: 'The courier could not take your parcel. We are on it.',
        since: '2026-11-21T05:00:00Z',
      },
      canCorrectAddress: true,
      progress: { headline: 'held', milestones: [{ key: 'preparing', state: 'waiting', actor: 'customer' }] },
    },
    [/Open the order and correct the address/, /we send you a code first/],
    'Open the order to correct the address',
  ],
] as const)('says what to do and where, behind the link of %s', async (_, over, words, name) => {
  serveLink({ opened: 'tracking', orderSessionId: 'by-link' });
  serveOrder(part('tracking', over));
  renderApp(`/en/o#${token}`);
  for (const text of words) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/en/find-order?order=SC12345678');
});

it('keeps the whole order if this browser has it', async () => {
  rememberOrder(orderId, session);
  serveLink({ opened: 'tracking', orderSessionId: 'by-link' });
  serveOrder(placedOrder('preparing'));
  renderApp(`/en/o#${token}`);
  expect(await screen.findByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  expect(sessionOf(orderId)).toBe(session);
});

it('forgets the browser’s session if the signed-in owner opens the order', async () => {
  rememberOrder(orderId, 'over');
  serveLink({ opened: 'order' });
  server.use(
    http.get(api(`/orders/${orderId}`), ({ request }) =>
      request.headers.get('X-Order-Session') === ''
        ? HttpResponse.json(placedOrder('preparing'))
        : refuse(403, { messageKey: 'order_not_yours' }),
    ),
  );
  renderApp(`/en/o#${token}`);
  await waitFor(() => expect(sessionOf(orderId)).toBeUndefined());
});

for (const [messageKey, title] of [
  ['order_link_over', 'This link has expired'],
  ['order_link_opened', 'This link was opened somewhere else'],
] as const) {
  it(`leads from a link that ended (${messageKey}) to the order by its number`, async () => {
    serveSession();
    server.use(
      http.post(api('/orders/link'), () =>
        refuse(410, { message: 'What helps.', messageKey, orderNumber: 'SC12345678' }),
      ),
    );
    const { user } = renderApp(`/en/o#${token}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText('What helps.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Find my order' }));
    expect(await screen.findByLabelText('Order number')).toHaveValue('SC12345678');
  });
}

it('sends no request for an address without a secret, and leads on', async () => {
  renderApp('/ar/o');
  expect(await screen.findByRole('heading', { name: 'هذا الرابط غير صالح' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'ابحث عن طلبي' })).toHaveAttribute('href', '/ar/find-order');
});
