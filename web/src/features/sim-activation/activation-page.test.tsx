import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { rememberOrder, sessionOf } from '@/features/order/model/order-session';
import { minimalSite } from '@/lib/site/minimal-site';
import { drawBarcode } from '@/testing/barcode';
import { placedEsim } from '@/testing/kinds';
import { orderId, placedOrder, session } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, refuse, serveOrder, server, takeCalls } from '@/testing/server';
import { serveSite } from '@/testing/site';

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

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failed =
  'Oops, the SIM activation has failed! Our team has been told and will finish it for you. We will send you an SMS.';
const overdue = 'The SIM has been with you for a while and is not active yet. We will get in touch to help.';

it.each([
  ['delivered', 'activation_overdue', undefined, overdue],
  ['preparing', 'courier_refused', undefined, 'The courier could not take the parcel. We are on it.'],
  ['delivered', 'network_refused', true, failed],
] as const)(
  'says what holds the order, not always a failed activation (%s, %s)',
  async (from, failureCode, activationFailed, words) => {
    rememberOrder(orderId, session);
    const message = activationFailed ? 'We are on it.' : words;
    const held = { from, failureCode, message, activationFailed, since: '2026-11-21T05:00:00Z' };
    serveOrder(placedOrder('held', { opened: 'activation', msisdn: '0571234567', held }));
    renderApp(`/en/sim-activation?order=${orderId}`);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryAllByText(/activation has failed/)).toHaveLength(activationFailed ? 1 : 0);
  },
);

it('leads from an eSIM that could not be activated to support, with the order number', async () => {
  serveSite(() => ({ settings: { ...minimalSite.settings, supportPhone: '920000000' } }));
  rememberOrder(orderId, session);
  const held = {
    from: 'delivered' as const,
    failureCode: 'network_refused',
    message: 'We are on it.',
    activationFailed: true,
    since: '2026-11-21T05:00:00Z',
  };
  serveOrder(placedEsim('held', { opened: 'activation', held }));
  renderApp(`/en/sim-activation?order=${orderId}`);
  const words = await screen.findByText(/eSIM activation has failed! Please contact support/);
  expect(words).toHaveTextContent('SC12345678');
  expect(screen.getByRole('link', { name: 'Call support: 920000000' })).toHaveAttribute(
    'href',
    'tel:920000000',
  );
});

it('says why an order was cancelled, and announces no SIM', async () => {
  rememberOrder(orderId, session);
  const ended = {
    reason: 'cancelled_by_customer',
    message: 'You cancelled this order.',
    at: '2026-11-21T05:00:00Z',
    refunded: 0,
  };
  serveOrder(placedOrder('cancelled', { opened: 'activation', msisdn: '0571234567', ended }));
  renderApp(`/en/sim-activation?order=${orderId}`);
  expect(await screen.findByText('You cancelled this order.')).toBeVisible();
  expect(screen.queryByText(/not been delivered yet/)).toBeNull();
});

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

it('reads the SIM number from its barcode, and releases the camera', async () => {
  const stop = vi.fn();
  const stream = { getTracks: () => [{ stop }] };
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = async () => [{ rawValue: 'of another thing' }, { rawValue: 'ICCID 8996605000000000018' }];
    },
  );
  const askForCamera = vi.fn(async () => stream);
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: askForCamera } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  const { user } = renderApp('/en/sim-activation');
  const scan = await screen.findByRole('button', { name: 'Scan the barcode' });
  expect(askForCamera, 'the camera is not asked for before').not.toHaveBeenCalled();
  await user.click(scan);
  await waitFor(() => expect(screen.getByLabelText('SIM number (ICCID)')).toHaveValue('8996605000000000018'));
  expect(askForCamera).toHaveBeenCalledExactlyOnceWith({ video: { facingMode: 'environment' } });
  expect(screen.queryByText('Hold the barcode in front of the camera')).toBeNull();
  await waitFor(() => expect(stop).toHaveBeenCalled());
});

/** A browser without a detector: the camera shows a barcode, and a worker answers. */
function lookThroughWorker(answer: (worker: Pick<Worker, 'onmessage' | 'onerror'>) => void) {
  vi.stubGlobal('BarcodeDetector', undefined);
  const askForCamera = vi.fn(async () => ({ getTracks: () => [] }));
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: askForCamera } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480);
  const seen = drawBarcode(3);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    canvas: {},
    drawImage: vi.fn(),
    getImageData: () => seen,
  } as never);
  const terminate = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: Worker['onmessage'] = null;

      onerror: Worker['onerror'] = null;

      terminate = terminate;

      postMessage = (picture: unknown) => {
        expect(picture).toBe(seen);
        answer(this);
      };
    },
  );
  return { askForCamera, terminate };
}

it('SimBarcode_BrowserWithoutDetector_IsReadFromThePicture', async () => {
  const { askForCamera, terminate } = lookThroughWorker((worker) =>
    worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data: ['8996605000000000018'] })),
  );
  const { user } = renderApp('/en/sim-activation');
  await user.click(await screen.findByRole('button', { name: 'Scan the barcode' }));
  await waitFor(() => expect(screen.getByLabelText('SIM number (ICCID)')).toHaveValue('8996605000000000018'));
  expect(askForCamera).toHaveBeenCalledExactlyOnceWith({ video: { facingMode: 'environment' } });
  await waitFor(() => expect(terminate).toHaveBeenCalled());
});

it('SimBarcode_ReaderThatDoesNotStart_IsTold', async () => {
  const { terminate } = lookThroughWorker((worker) =>
    worker.onerror?.call(worker as Worker, new ErrorEvent('error', { message: 'no WebAssembly' })),
  );
  const { user } = renderApp('/en/sim-activation');
  await user.click(await screen.findByRole('button', { name: 'Scan the barcode' }));
  expect(await screen.findByText('Scanning does not work here. Please type the number.')).toBeVisible();
  expect(terminate).toHaveBeenCalled();
});

it('says that no order matches', async () => {
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
  expect(screen.getByText(/Check both numbers/)).toBeVisible();
  expect(screen.getByRole('link', { name: /with its number and a code/ })).toHaveAttribute(
    'href',
    '/en/find-order',
  );
});

it('tells a failed search from an empty one, and searches again', async () => {
  serveOrder(delivered());
  const found = {
    orderId,
    orderNumber: 'SC12345678',
    msisdn: '0571234567',
    orderSessionId: 'for-activation',
  };
  server.use(
    http.post(api('/sim-activation/orders'), () => refuse(409, { message: 'Not now' }), { once: true }),
    http.post(api('/sim-activation/orders'), () => HttpResponse.json({ items: [found] })),
  );
  const { user } = renderApp('/en/sim-activation');
  await user.type(await screen.findByLabelText('SIM number (ICCID)'), '8996605000000000018');
  await user.type(screen.getByLabelText('ID number'), '1000000008');
  await user.click(screen.getByRole('button', { name: 'Find my order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.queryByText(/Check both numbers/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Find my order' }));
  expect(await screen.findByRole('button', { name: 'Send a request to my app' })).toBeEnabled();
});

it('keeps its name where the order cannot be shown', async () => {
  rememberOrder(orderId, session);
  serveOrder(delivered());
  server.use(http.get(api(`/orders/${orderId}`), () => refuse(409, { message: 'Not now' })));
  renderApp(`/en/sim-activation?order=${orderId}`);
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Activate your SIM' })).toBeVisible();
});

it('waits for delivery', async () => {
  rememberOrder(orderId, session);
  serveOrder(placedOrder('dispatched'));
  renderApp(`/en/sim-activation?order=${orderId}`);
  expect(await screen.findByText(/has not been delivered yet/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Activate the line' })).toBeNull());
});

const replacement = { reason: 'lost', fee: 2_500, oldSimSuspended: false } as const;

it.each([
  ['en', undefined, /057 123 4567.? is yours\./],
  ['en', replacement, /057 123 4567.? now works on your new SIM\./],
  ['ar', undefined, /^أصبح الرقم .* لك/],
  ['ar', replacement, /على شريحتك الجديدة/],
] as const)(
  'greets a new number, and a replaced SIM by what has changed: %s %o (D13)',
  async (language, replaced, words) => {
    rememberOrder(orderId, session);
    serveOrder(placedOrder('active', { msisdn: '0571234567', replacement: replaced }));
    renderApp(`/${language}/sim-activation?order=${orderId}`);
    expect(await screen.findByText(words)).toBeVisible();
  },
);

it('leads from an order found by its SIM to the code for the whole order', async () => {
  rememberOrder(orderId, session);
  serveOrder(placedOrder('active', { opened: 'activation', sim: undefined }));
  renderApp(`/en/sim-activation?order=${orderId}`);
  expect(await screen.findByRole('link', { name: 'Find my order' })).toHaveAttribute(
    'href',
    '/en/find-order?order=SC12345678',
  );
});
