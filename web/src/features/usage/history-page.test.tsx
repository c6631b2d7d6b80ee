import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Recharge, RechargeOverview } from '@/api/gen-purchases';
import type { CurrentUser } from '@/api/gen-session';
import type { Transfer } from '@/api/gen-transfers';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const recharge = (over: Partial<Recharge> = {}): Recharge => ({
  number: 'PU00000001',
  kind: 'balance',
  type: 'EVC',
  amount: 5_000,
  byFriend: false,
  at: '2026-11-20T09:00:00Z',
  ...over,
});

const months: RechargeOverview['months'] = ['06', '07', '08', '09', '10', '11'].map((month, at) => ({
  month: `2026-${month}`,
  amount: at * 1_000,
  count: at,
}));

/** Serves recharges; returns the requests. */
function serveHistory(
  items: Recharge[],
  total = items.length,
  over: Partial<RechargeOverview> = {},
): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/users/current/recharge/history/overview'), () =>
      HttpResponse.json({ data: { months, latest: [], ...over } }),
    ),
    http.get(api('/users/current/recharge/history'), ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      return HttpResponse.json({
        data: { items, page: Number(searchParams.get('page') ?? 1), per_page: 50, total },
      });
    }),
  );
  return asked;
}

const allowed = (...keys: NonNullable<CurrentUser['accessList']>[number]['key'][]) => ({
  accessList: ['history' as const, ...keys].map((key) => ({ key })),
});

it('lists recharges with method, amount and bonus', async () => {
  await signIn([prepaidLine]);
  const asked = serveHistory([
    recharge({ id: '01920000-0000-7000-8000-0000000000d1', bonus: 1_250 }),
    recharge({ number: 'PU00000002', type: 'voucher', byFriend: true, at: '2026-11-19T09:00:00Z' }),
    recharge({ number: 'PU00000003', type: 'cash', at: '2026-11-18T09:00:00Z' }),
    recharge({ number: 'PU00000004', kind: 'data', data: { megabytes: 5_120 }, at: '2026-11-17T09:00:00Z' }),
  ]);
  renderApp('/en/history?tab=recharge');
  expect(await screen.findByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  const own = await screen.findByRole('link', { name: 'See recharge PU00000001' });
  expect(own).toHaveAttribute('href', '/en/purchase/01920000-0000-7000-8000-0000000000d1');
  expect(own.closest('li')).toHaveTextContent(/Online.*50.*Bonus.*12\.50/);
  expect(screen.getByText('PU00000002').closest('li')).toHaveTextContent(/Voucher.*From a friend/);
  expect(screen.getByText('PU00000003').closest('li')).toHaveTextContent('In cash at a shop');
  expect(screen.getByText('PU00000004').closest('li')).toHaveTextContent('Data 5 GB');
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  expect(asked).toEqual(['?page=1&per_page=50']);
});

it('shows the sums of six months', async () => {
  await signIn([prepaidLine]);
  serveHistory([recharge()]);
  renderApp('/en/history?tab=recharge');
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('row')).toHaveLength(7);
  expect(table.getByRole('row', { name: /^November 2026/ })).toHaveTextContent(/50.*5$/);
});

it('says that there are no recharges', async () => {
  await signIn([prepaidLine]);
  serveHistory([], 0, { months: months.map((month) => ({ ...month, amount: 0, count: 0 })) });
  renderApp('/en/history?tab=recharge');
  expect(await screen.findByText('No recharge in the last six months.')).toBeVisible();
  expect(await screen.findByText(/There are no recharges here yet/)).toBeVisible();
});

it('filters and pages, and keeps both in the address', async () => {
  await signIn([prepaidLine]);
  const asked = serveHistory([recharge()], 120);
  const { user, router } = renderApp('/en/history?tab=recharge');
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?page=2&per_page=50'));
  expect(await screen.findByText('Page 2 of 3')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Data' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?type=data&page=1&per_page=50'));
  expect(router.state.location.search).toBe('?tab=recharge&type=data');
});

it('shows the only permitted kind without a choice', async () => {
  await signIn([prepaidLine], allowed('history_recharge_data'));
  const asked = serveHistory([recharge({ kind: 'data' })]);
  renderApp('/en/history?tab=recharge&type=balance');
  await screen.findByText('PU00000001');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(asked).toEqual(['?type=data&page=1&per_page=50']);
});

it('requests only permitted data', async () => {
  await signIn([prepaidLine], allowed());
  const asked = serveHistory([recharge()]);
  renderApp('/en/history?tab=recharge');
  expect(await screen.findByText('This line is not allowed to see its recharges.')).toBeVisible();
  expect(asked).toEqual([]);
});

it('says why the list failed, keeps the overview, and asks again', async () => {
  await signIn([prepaidLine]);
  serveHistory([recharge()]);
  server.use(
    http.get(api('/users/current/recharge/history'), () => refuse(409, { message: 'Not now' }), {
      once: true,
    }),
  );
  const { user } = renderApp('/en/history?tab=recharge');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(await screen.findByRole('table')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('PU00000001')).toBeVisible();
});

const transferred = (over: Partial<Transfer> = {}): Transfer => ({
  id: '01920000-0000-7000-8000-0000000000e1',
  number: 'PU00000011',
  kind: 'local',
  direction: 'sent',
  party: '057•••0002',
  status: 'done',
  amount: 1_250,
  at: '2026-11-20T09:00:00Z',
  ...over,
});

/** Serves transfers; returns the requests. */
function serveTransfers(items: Transfer[]): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('/users/current/transfer/overview'), () =>
      HttpResponse.json({
        data: { months: [{ month: '2026-11', sent: 1_250, received: 0, count: 1 }], latest: [] },
      }),
    ),
    http.get(api('/users/current/transfer/history'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: { items, page: 1, per_page: 50, total: items.length } });
    }),
  );
  return asked;
}

it('lists transfers with both sides, and marks a returned one', async () => {
  await signIn([prepaidLine]);
  serveTransfers([
    transferred(),
    transferred({ id: '01920000-0000-7000-8000-0000000000e2', number: 'PU00000012', direction: 'received' }),
    transferred({
      id: '01920000-0000-7000-8000-0000000000e3',
      number: 'PU00000013',
      kind: 'data',
      amount: undefined,
      megabytes: 500,
      status: 'returned',
    }),
    transferred({
      id: '01920000-0000-7000-8000-0000000000e4',
      number: 'PU00000014',
      kind: 'international',
      party: '+91•••3210',
      amount: 505,
    }),
  ]);
  renderApp('/en/history?tab=transfer');
  const sent = await screen.findByRole('link', { name: 'See transfer PU00000011' });
  expect(sent.closest('li')).toHaveTextContent(/Credit sent.*to 057•••0002.*12\.50/);
  expect(screen.getByText('PU00000012').closest('li')).toHaveTextContent(/Credit received.*from 057•••0002/);
  expect(screen.queryByRole('link', { name: /PU00000012/ })).toBeNull();
  expect(screen.getByText('PU00000013').closest('li')).toHaveTextContent(/Data sent.*Came back.*500 MB/);
  expect(screen.getByText('PU00000014').closest('li')).toHaveTextContent(
    /Credit sent abroad.*to \+91•••3210.*5\.05/,
  );
});

it('filters transfers by kind and keeps the tab in the address', async () => {
  await signIn([prepaidLine]);
  const asked = serveTransfers([transferred()]);
  const { user, router } = renderApp('/en/history?tab=transfer');
  await user.click(await screen.findByRole('radio', { name: 'Data' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?type=data&page=1&per_page=50'));
  expect(router.state.location.search).toBe('?tab=transfer&type=data');
});

it('requests only permitted transfers', async () => {
  await signIn([prepaidLine], allowed('history_recharge_data'));
  const asked = serveTransfers([transferred()]);
  renderApp('/en/history?tab=transfer');
  expect(await screen.findByText('This line is not allowed to see its transfers.')).toBeVisible();
  expect(asked).toEqual([]);
});

it.each([
  [[], 1],
  [['transfer'], 0],
] as const)(
  'links an empty list of transfers to the form if the line may open it (%j)',
  async (hidden, links) => {
    await signIn([prepaidLine], { hidden_menu: [...hidden] });
    serveTransfers([]);
    renderApp('/en/history?tab=transfer');
    expect(await screen.findByText(/^There are no transfers here yet\./)).toBeVisible();
    expect(within(screen.getByRole('main')).queryAllByRole('link', { name: 'Transfer' })).toHaveLength(links);
  },
);
