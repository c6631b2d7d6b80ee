import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { OrderSummary } from '@/api/gen-later';
import type { Dashboard, LineAlert, PlanSubscription } from '@/api/gen-session';
import { selectAccount } from '@/lib/session';
import { followed, hawakom90, servePlan } from '@/testing/my-plan';
import { orderId } from '@/testing/order';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const dashboard: Dashboard = {
  proprties: { subscription_type: 'prepaid', mobile_number: '0570000003', data_sim: false },
  balance: { amount: 4_550, currency: 'SAR' },
  consumption: [],
  additional_widgets: [],
};

function serve(alert?: LineAlert): void {
  servePlan(followed(), hawakom90);
  server.use(
    http.get(api('/dashboard'), () => HttpResponse.json({ data: { ...dashboard, alert } })),
    http.get(api('/orders'), () => HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false })),
    http.get(api('/number-booking/categories'), () => HttpResponse.json({ items: [] })),
    http.get(api('/account/lines'), () => HttpResponse.json({ data: [] })),
  );
}

/** Returns the page without its frame: the bell names the alert, too. */
const page = async () => within(await screen.findByRole('main'));

const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

const alerts: [LineAlert, RegExp, string, string][] = [
  [
    { what: 'suspended', since: '2026-11-20T09:00:00Z' },
    /has been suspended since Friday 20 November/,
    'Restart my line',
    '/en/sim-information',
  ],
  [{ what: 'ending', until: tomorrow() }, /is being deactivated/, 'Keep my line', '/en/deactivate-number'],
  [
    { what: 'bill_overdue', since: '2026-11-20T09:00:00Z', amount: 23_725 },
    /overdue since 20 November 2026/,
    'Pay my bills',
    '/en/my-bills',
  ],
];

it.each(alerts)('the dashboard begins with %o and its step', async (alert, title, step, to) => {
  await signIn();
  serve(alert);
  renderApp('/en/dashboard');
  const told = (await (await page()).findByText(title)).closest<HTMLElement>('[role="status"]');
  expect(told).not.toBeNull();
  expect(within(told as HTMLElement).getByRole('link', { name: step })).toHaveAttribute('href', to);
  const balance = screen.getByText('Your balance');
  expect((told as HTMLElement).compareDocumentPosition(balance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const orderOf = (n: number, over: Partial<OrderSummary>): OrderSummary => ({
  id: orderId.replace(/.$/, String(n)),
  orderNumber: `SC0000000${n}`,
  kind: 'sim',
  numberSource: 'new',
  stage: 'dispatched',
  createdAt: '2026-11-02T09:00:00Z',
  updatedAt: '2026-11-03T09:00:00Z',
  ...over,
});

function serveNews(plan: Partial<PlanSubscription>, orders: OrderSummary[] = [], alert?: LineAlert): void {
  serve(alert);
  servePlan(followed(plan), hawakom90);
  server.use(
    http.get(api('/orders'), () =>
      HttpResponse.json({ items: orders, page: 1, per_page: 10, hasMore: false }),
    ),
  );
}

const short = {
  renewal: { at: '2026-12-20T09:00:00Z', amount: 7_826, paidBy: 'balance', covered: false },
  until: '2026-12-20T09:00:00Z',
} as const;
const expired = { stage: 'expired', service: 'incoming' } as const;
const orderPage = (n: number) => `/en/order-sim/${orderId.replace(/.$/, String(n))}/order-details`;
const held = orderOf(1, { stage: 'held', canCorrectAddress: true });
const wizard = orderOf(2, { stage: 'wizard' });
const lost = orderOf(3, { stage: 'number-lost' });

it.each<[string, Partial<PlanSubscription>, OrderSummary[], string, string, string]>([
  [
    'a renewal that the balance does not cover',
    short,
    [held],
    'Your balance does not cover the renewal of SAR 78.26 on 20 December 2026',
    'Recharge',
    '/en/recharge',
  ],
  ['an expired plan', expired, [], 'The plan of ⁦057 000 0003⁩ has expired', 'Recharge', '/en/recharge'],
  [
    'an expired plan whose renewal was stopped',
    { ...expired, autoRenew: false },
    [],
    'The plan of ⁦057 000 0003⁩ has expired',
    'Start your plan again',
    '/en/my-plan',
  ],
  [
    'the order that loses most',
    {},
    [orderOf(4, {}), wizard, held, lost],
    'Order ⁦SC00000003⁩ waits for you: its number is taken',
    'Choose another number',
    orderPage(3),
  ],
  [
    'an order with a refused address',
    {},
    [wizard, held],
    'Order ⁦SC00000001⁩ waits for you: the courier refused the address',
    'Correct the address',
    orderPage(1),
  ],
])('tells of %s, and the bell says the same', async (_, plan, orders, title, step, to) => {
  await signIn();
  serveNews(plan, orders);
  renderApp('/en/dashboard');
  const told = (await (await page()).findByText(title)).closest<HTMLElement>('[data-tone]');
  expect(within(told as HTMLElement).getByRole('link', { name: step })).toHaveAttribute('href', to);
  const bell = (await screen.findByText(/^Notifications: \d/)).closest('details') as HTMLElement;
  expect(within(bell).getByRole('link', { name: title, hidden: true })).toHaveAttribute('href', to);
});

it('tells of the state of the line before its plan and orders', async () => {
  await signIn();
  serveNews(short, [lost], { what: 'suspended', since: '2026-11-20T09:00:00Z' });
  renderApp('/en/dashboard');
  expect(await (await page()).findByText(/has been suspended since/)).toBeVisible();
  expect(screen.queryByText(/does not cover|waits for you/)).toBeNull();
});

it('offers no step if there is none', async () => {
  await signIn();
  serve({ what: 'ending' });
  renderApp('/ar/dashboard');
  expect(await (await page()).findByText(/قيد الإلغاء/)).toBeVisible();
  expect(screen.getByText('بدأ إلغاؤه ولم يعد التراجع ممكنًا.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'أبقِ خطي' })).toBeNull();
});

it('shows the state of the chosen line among several', async () => {
  await signIn([mainLine, subLine]);
  await selectAccount(subLine.subscription_id);
  serve({ what: 'blocked' });
  renderApp('/en/dashboard');
  expect(await (await page()).findByText(/57.*0003.* is blocked/)).toBeVisible();
});

it('shows no alert for a line without trouble', async () => {
  await signIn();
  serve();
  renderApp('/en/dashboard');
  expect(await screen.findByText('45.50')).toBeVisible();
  expect(screen.queryByText(/suspended|deactivated|overdue|blocked/)).toBeNull();
});
