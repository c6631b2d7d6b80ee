import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { Order } from '@/api/gen';
import type { AppConfiguration } from '@/api/gen-later';
import type { Dashboard, LineAlert } from '@/api/gen-session';
import type { Problem } from '@/api/problem';
import { planOf } from './plans';

export const api = (path: string) => `${location.origin}/api${path}`;

export const problem = (over: Partial<Problem>): Problem => ({
  message: 'Something went wrong',
  messageKey: 'something_went_wrong',
  code: -1000,
  traceId: 'trace-1',
  ...over,
});

export const refuse = (status: number, over: Partial<Problem>) =>
  HttpResponse.json(problem(over), { status });

const configuration: AppConfiguration = {
  vatPercent: 15,
  max_allowed_multisim: 8,
  max_sub_accounts: 4,
  deliveryMethods: ['homeDelivery', 'pickupSMSA'],
  deliveryFees: { homeDelivery: 2_500, pickupSMSA: 1_500 },
  holdMinutes: 15,
  maxHoldExtensions: 1,
  termsUrl: '/en/terms',
  payWays: ['card', 'saved-card', 'apple-pay', 'stc-pay'],
  cardCheck: 100,
  paymentWidget: {
    origin: 'https://pay.example',
    url: 'https://pay.example/fields',
    publishableKey: 'pk_test',
  },
  identityApp: { ios: 'nafath://home' },
  historyTransactionsPerPage: 50,
  plansPerPage: 10,
  bundlesPerPage: 10,
  offersPerPage: 10,
  searchPerPage: 10,
  storesPerPage: 10,
  vasPerPage: 5,
  maintenanceCheckMs: 60_000,
  carouselMs: 5_000,
  chunkLoadTimeoutMs: 120_000,
  outboundLinkFallbackMs: 250,
  clientReportPercent: 0,
  creditTransferMin: 100,
  creditTransferMaxPercent: 50,
  dataTransferMinMb: 250,
  referralReward: 2_500,
  rechargesForBonus: 10,
  portInWorkingDays: 3,
  planSwitchMinutes: 5,
  bundleValidityDays: 30,
  multisimMonthlyFee: 1_000,
  operatorPrefix: '057',
  supportPhone: '',
  apn: '',
  mapTiles: { url: '', credit: '' },
  nationalAddress: true,
};

/** Serves the configuration with other business figures. */
export const serveConfiguration = (over: Partial<AppConfiguration>): void =>
  server.use(http.get(api('/configuration/app'), () => HttpResponse.json({ ...configuration, ...over })));

const dashboardOf = (alert?: LineAlert) =>
  http.get(api('/dashboard'), () => {
    const data: Dashboard = {
      proprties: { subscription_type: 'postpaid', mobile_number: '0570000003', data_sim: false },
      balance: { amount: 0, currency: 'SAR' },
      consumption: [],
      additional_widgets: [],
      ...(alert && { alert }),
    };
    return HttpResponse.json({ data });
  });

const catalogue = [
  dashboardOf(),
  http.post(api('/auth/device'), () => HttpResponse.json({ data: { auth_token: 'device-token' } })),
  http.get(api('/configuration/app'), () => HttpResponse.json(configuration)),
  http.get(api('/users/current/port-outs'), () => HttpResponse.json({ items: [] })),
  http.get(api('/number-booking/categories'), () =>
    HttpResponse.json({
      items: [
        { key: 'bronze', price: 3_000, freeWith: [] },
        { key: 'silver', price: 15_000, freeWith: [] },
        {
          key: 'gold',
          price: 50_000,
          freeWith: [{ planId: 'postpaid-200', name: 'Postpaid 200', commitmentMonths: 12 }],
        },
        { key: 'platinum', price: 200_000, freeWith: [] },
      ],
    }),
  ),
  http.get(api('/number-booking/numbers'), ({ request }) => {
    const most = Number(new URL(request.url).searchParams.get('max_price') ?? Number.POSITIVE_INFINITY);
    const items = [
      { msisdn: '0571112222', category: 'silver', price: 15_000, pattern: 'pairs' },
      { msisdn: '0573334444', category: 'gold', price: 50_000, pattern: 'repeated' },
    ];
    return HttpResponse.json({
      items: items.filter(({ price }) => price <= most),
      page: 1,
      per_page: 12,
      hasMore: false,
    });
  }),
  http.get(api('/users/plan/best'), () => HttpResponse.json({ data: {} })),
  http.get(api('/plans'), () =>
    HttpResponse.json({ items: [planOf()], page: 1, per_page: 10, hasMore: false }),
  ),
  http.get(api('/lookup/mnp-plans'), () =>
    HttpResponse.json({
      items: [
        planOf({
          id: 'hawakom-90',
          externalId: 'HAWAKOM-90',
          name: 'Hawakom 90',
          price: 9_000,
          category: 'hawakom',
          validityDays: 28,
          takesPorted: true,
          items: [],
        }),
      ],
    }),
  ),
  http.get(api('/lookup/operators'), () =>
    HttpResponse.json({
      items: [
        { key: 'stc', name: 'STC' },
        { key: 'zain', name: 'Zain' },
      ],
    }),
  ),
  http.get(api('/lookup/port-windows'), () =>
    HttpResponse.json({
      workingDays: 3,
      aroundTheClock: false,
      items: [{ date: '2026-11-22', from: '2026-11-22T05:00:00Z', until: '2026-11-22T13:00:00Z' }],
    }),
  ),
  http.get(api('/lookup/devices'), ({ request }) => {
    const words = (new URL(request.url).searchParams.get('q') ?? '').toLowerCase().split(' ');
    const phones = [
      { model: 'apple-iphone-16', brand: 'Apple', name: 'iPhone 16' },
      { model: 'samsung-galaxy-s24', brand: 'Samsung', name: 'Galaxy S24' },
    ];
    return HttpResponse.json({
      items: phones.filter(({ model }) => words.every((word) => model.includes(word))),
    });
  }),
  http.get(api('/lookup/cities'), () =>
    HttpResponse.json({
      items: [
        { key: 'riyadh', name: 'Riyadh' },
        { key: 'jeddah', name: 'Jeddah' },
      ],
    }),
  ),
  http.get(api('/lookup/pickup-branches'), ({ request }) =>
    HttpResponse.json({
      items:
        new URL(request.url).searchParams.get('city') === 'riyadh'
          ? [
              {
                id: 'RUH-1',
                name: 'Olaya branch',
                city: 'riyadh',
                address: 'Olaya Street',
                workingHours: '9 to 21',
                latitude: 24.7,
                longitude: 46.7,
              },
            ]
          : [],
    }),
  ),
];

export const server = setupServer(...catalogue);

/** Serves the dashboard of a line, with the fact that needs its customer. */
export const serveDashboard = (alert?: LineAlert) => server.use(dashboardOf(alert));

/** Serves this order; its event stream opens and stays silent. */
export function serveOrder(order: Order): void {
  const path = api(`/orders/${order.id}`);
  server.use(
    http.get(path, () => HttpResponse.json(order)),
    http.get(`${path}/timeline`, () => HttpResponse.json({ items: [], unreached: [] })),
    http.get(`${path}/links`, () => HttpResponse.json({ items: [] })),
    http.get(
      `${path}/events`,
      () =>
        new HttpResponse(
          new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode(': hello\n\n')) }),
          {
            headers: { 'Content-Type': 'text/event-stream' },
          },
        ),
    ),
  );
}

/** The data of a call about the order; `answer` is the returned order, which is served from then on. */
export interface Sent {
  body: unknown;
  key: string | null;
  session: string | null;
}

/** Accepts a kind of call about the order and records the calls. */
export function takeCalls(method: 'post' | 'put' | 'delete', path: string, answer: Order): Sent[] {
  const calls: Sent[] = [];
  server.use(
    http[method](api(`/orders/${answer.id}${path}`), async ({ request }) => {
      const text = await request.text();
      calls.push({
        body: text === '' ? undefined : JSON.parse(text),
        key: request.headers.get('Idempotency-Key'),
        session: request.headers.get('X-Order-Session'),
      });
      serveOrder(answer);
      return HttpResponse.json(answer);
    }),
  );
  return calls;
}

/** Starts this order for each request; returns the requests. */
export function takeStart(order: Order): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/orders'), async ({ request }) => {
      bodies.push(await request.json());
      serveOrder(order);
      return HttpResponse.json({ orderSessionId: 'told-once', order }, { status: 201 });
    }),
  );
  return bodies;
}
