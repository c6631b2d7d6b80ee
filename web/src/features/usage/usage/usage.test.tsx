import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { UsageDetail, UsageOverview, UsagePage } from '@/api/gen-usage';
import { dayAhead } from '@/lib/text/days';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const call = (over: Partial<UsageDetail> = {}): UsageDetail => ({
  id: 'cdr-1',
  at: '2026-11-20T09:00:00Z',
  type: 'local_min',
  place: 'local',
  party: '0501234567',
  amount: 3,
  unit: 'minute',
  charged: 0,
  ...over,
});

const overview = (over: Partial<UsageOverview> = {}): UsageOverview => ({
  from: '2026-11-18',
  to: '2026-11-20',
  unit: 'minute',
  total: { count: 4, amount: 44, charged: 1_250 },
  days: [
    { day: '2026-11-18', count: 1, amount: 10, charged: 0 },
    { day: '2026-11-20', count: 3, amount: 34, charged: 1_250 },
  ],
  parties: [
    { party: '0501234567', count: 3, amount: 40, charged: 0 },
    { party: '+201001234567', count: 1, amount: 4, charged: 1_250 },
  ],
  costliest: [
    call({ id: 'cdr-most', type: 'int_min', place: 'international', party: '+201001234567', charged: 1_250 }),
  ],
  latest: [],
  ...over,
});

const nothing = overview({
  total: { count: 0, amount: 0, charged: 0 },
  days: [],
  parties: [],
  costliest: [],
});

/** Serves usage; returns the kind and the query of each request. */
function serveUsage(page: Partial<UsagePage> = {}, sums: UsageOverview = overview()) {
  const asked: string[] = [];
  const summed: string[] = [];
  server.use(
    http.get(api('/users/current/usage/overview/:type'), ({ request, params }) => {
      summed.push(`${params.type}${new URL(request.url).search}`);
      return HttpResponse.json({ data: sums });
    }),
    http.get(api('/users/current/usage/history/:type'), ({ request, params }) => {
      asked.push(`${params.type}${new URL(request.url).search}`);
      return HttpResponse.json({
        data: { items: [call()], page: 1, per_page: 50, hasMore: false, ...page },
      });
    }),
  );
  return { asked, summed };
}

const allowed = (...keys: string[]) => ({
  accessList: ['history', ...keys].map((key) => ({ key })) as never,
});

const lastMonth = `from=${dayAhead(-29)}&to=${dayAhead(0)}`;

beforeEach(() => sessionStorage.clear());

it('opens with the first fifty calls of the last thirty days', async () => {
  await signIn([prepaidLine]);
  const { asked, summed } = serveUsage();
  renderApp('/en/history');
  expect(await screen.findByRole('tab', { name: 'Usage', selected: true })).toBeVisible();
  const list = within(await screen.findByRole('region', { name: 'All calls' }));
  const row = (await list.findByText('0501234567')).closest('li');
  expect(row).toHaveTextContent(/Call.*to 0501234567.*3 minutes.*Included/);
  expect(asked).toEqual([`calls?${lastMonth}&per_page=50`]);
  await waitFor(() => expect(summed).toEqual([`calls?${lastMonth}&per_page=1`]));
});

it('groups a page by day, each with the sum of the whole day and not of the page', async () => {
  await signIn([prepaidLine]);
  const late = call({ id: 'cdr-2', at: '2026-11-18T21:30:00Z', party: '0559876543' }); // the 19th in Riyadh
  serveUsage({ items: [call(), call({ id: 'cdr-3' }), late] });
  renderApp('/en/history');
  const day = await screen.findByRole('region', { name: /Friday 20 November/ });
  expect(within(day).getAllByRole('listitem')).toHaveLength(2);
  await waitFor(() =>
    expect(within(day).getByRole('heading')).toHaveTextContent(/34 minutes · .*12\.50.*on the whole day/),
  );
  const before = screen.getByRole('region', { name: /Thursday 19 November/ });
  expect(within(before).getByText('0559876543')).toBeVisible();
  expect(within(before).getByRole('heading')).not.toHaveTextContent('minutes');
});

it('shows the sums by day and by number, and the costliest, also as text', async () => {
  await signIn([prepaidLine]);
  serveUsage();
  const { user } = renderApp('/en/history');
  expect(await screen.findByText('44 minutes')).toBeVisible();
  expect(screen.getByText('Most on Friday 20 November: 34 minutes')).toBeVisible();
  await user.click(screen.getByText('Day by day, as a table'));
  const days = within(
    screen.getByRole('row', { name: /Friday 20 November/ }).closest('table') as HTMLElement,
  );
  expect(days.getAllByRole('row')).toHaveLength(3);
  expect(days.getByRole('row', { name: /Friday/ })).toHaveTextContent(/34 minutes.*12\.50/);
  const number = screen.getByRole('row', { name: /\+201001234567/ });
  expect(number).toHaveTextContent(/4 minutes.*12\.50/);
  const most = within(screen.getByRole('region', { name: 'Highest costs' }));
  expect(most.getByRole('listitem')).toHaveTextContent(/International call.*12\.50/);
});

it('shows data and messages, with the filter in the address and kept for the session', async () => {
  await signIn([prepaidLine]);
  const { asked } = serveUsage();
  const { user, router } = renderApp('/en/history');
  await user.click(await screen.findByRole('radio', { name: 'Data' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`data?${lastMonth}&per_page=50`));
  expect(router.state.location.search).toBe('?tab=consumption&type=data');
  expect(sessionStorage.getItem('historyActiveFilter')).toBe('data');
  server.use(http.get(api('/users/current/transfer/*'), () => refuse(409, { message: 'Not now' })));
  await user.click(screen.getByRole('tab', { name: 'Transfers' }));
  expect(await screen.findAllByText('Not now')).not.toHaveLength(0);
  await user.click(screen.getByRole('tab', { name: 'Usage' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Data' })).toBeChecked());
  await waitFor(() => expect(asked.at(-1)).toMatch(/^data/));
});

it('takes a period and a place, and drops a place that another kind lacks', async () => {
  await signIn([prepaidLine]);
  const { asked, summed } = serveUsage();
  const { user, router } = renderApp('/en/history?tab=consumption&type=calls');
  await user.selectOptions(await screen.findByLabelText('Where'), 'To another country');
  await waitFor(() => expect(asked.at(-1)).toContain('place=international'));
  await waitFor(() => expect(summed.at(-1)).toContain('place=international'));
  const month = dayAhead(0).slice(0, 7);
  await user.selectOptions(screen.getByLabelText('Period'), month);
  await waitFor(() => expect(asked.at(-1)).toContain(`from=${month}-01`));
  await user.click(screen.getByRole('radio', { name: 'Messages' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?tab=consumption&type=sms&period=${month}`));
  await waitFor(() => expect(screen.queryByLabelText('Where')).toBeNull());
});

it('pages to older usage and back by position', async () => {
  await signIn([prepaidLine]);
  const { asked } = serveUsage({ hasMore: true, next: 'b2xkZXI', previous: 'bmV3ZXI' });
  const { user } = renderApp('/en/history');
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`calls?${lastMonth}&before=b2xkZXI&per_page=50`));
  await user.click(screen.getByRole('button', { name: 'Newer' }));
  await waitFor(() => expect(asked.at(-1)).toBe(`calls?${lastMonth}&after=bmV3ZXI&per_page=50`));
});

it('shows the only permitted kind without a choice', async () => {
  await signIn([prepaidLine], allowed('history_usage_sms'));
  const { asked } = serveUsage();
  renderApp('/en/history?tab=consumption&type=calls');
  expect(await screen.findByRole('heading', { name: 'All messages' })).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  await waitFor(() => expect(asked).toEqual([`sms?${lastMonth}&per_page=50`]));
});

it('hides the usage tab without permission', async () => {
  await signIn([prepaidLine], allowed('history_recharge_data'));
  const { asked } = serveUsage();
  renderApp('/en/history?tab=consumption');
  expect(await screen.findByRole('tab', { name: 'Recharges', selected: true })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Usage' })).toBeNull();
  expect(asked).toEqual([]);
});

it('says that there is no usage, and why for a new line', async () => {
  await signIn([prepaidLine]);
  serveUsage({ items: [] }, nothing);
  renderApp('/en/history');
  expect(await screen.findByText('Nothing was used in this period.')).toBeVisible();
  expect(await screen.findByText(/from the day it was added/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
});

it('says why usage cannot be shown, keeps the rest, and asks again', async () => {
  await signIn([prepaidLine]);
  serveUsage();
  server.use(
    http.get(api('/users/current/usage/history/:type'), () => refuse(409, { message: 'Not now' }), {
      once: true,
    }),
  );
  const { user } = renderApp('/en/history');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(await screen.findByText('44 minutes')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Included')).toBeVisible();
});

it('saves the shown usage as a table, and reports a failure', async () => {
  await signIn([prepaidLine]);
  serveUsage();
  const saved: string[] = [];
  server.use(
    http.get(api('/users/current/usage/file/:type'), ({ request, params }) => {
      saved.push(`${params.type}${new URL(request.url).search}`);
      return saved.length === 1
        ? refuse(422, { message: 'Too much' })
        : new HttpResponse('a,b', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  URL.createObjectURL = () => 'blob:table';
  URL.revokeObjectURL = () => undefined;
  const { user } = renderApp('/en/history');
  const save = await screen.findByRole('button', { name: 'Save as a table (CSV)' });
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('Too much');
  await user.click(save);
  await waitFor(() => expect(names).toEqual([`calls-${dayAhead(-29)}-${dayAhead(0)}.csv`]));
  expect(saved).toEqual([`calls?${lastMonth}`, `calls?${lastMonth}`]);
});
