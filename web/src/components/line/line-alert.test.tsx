import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Dashboard, LineAlert } from '@/api/gen-session';
import { selectAccount } from '@/lib/session';
import { followed, hawakom90, servePlan } from '@/testing/my-plan';
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
