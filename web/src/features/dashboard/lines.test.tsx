import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { AccountLine } from '@/api/gen-lines';
import type { Subscriber } from '@/api/gen-session';
import { servePlan } from '@/testing/my-plan';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { accountLineOf, mainLine, signIn, subLine } from '@/testing/session';

const tablet: Subscriber = {
  ...subLine,
  subscription_id: '01920000-0000-7000-8000-00000000000b',
  nickname: 'Tablet',
  mobile_number: '830000000001',
  properties: { subscription_type: 'prepaid', data_sim: true },
};

const ownLines: AccountLine[] = [
  accountLineOf(mainLine, {
    plan: { id: 'postpaid-290', name: 'Postpaid 290' },
    balance: 33_350,
    next: { what: 'renews', at: '2026-12-09T21:00:00Z' },
  }),
  accountLineOf(subLine, {
    plan: { id: 'basic-25', name: 'Basic 25' },
    balance: 1_250,
    next: { what: 'ends', at: '2026-12-09T21:00:00Z' },
    low: [
      { type: 'local_min', unit: 'minute', left: 0, total: 25 },
      { type: 'data', unit: 'MB', left: 512, total: 5_120 },
    ],
  }),
  accountLineOf(tablet, { state: 'expired' }),
];

function serve(lines: AccountLine[] = ownLines): void {
  servePlan();
  server.use(
    http.get(api('/users/current/lines'), () => HttpResponse.json({ data: lines })),
    http.get(api('/dashboard'), () =>
      HttpResponse.json({
        data: {
          proprties: { subscription_type: 'postpaid', mobile_number: '0570000003', data_sim: false },
          balance: { amount: 33_350, currency: 'SAR' },
          consumption: [],
          additional_widgets: [],
        },
      }),
    ),
    http.get(api('/recharge/options'), () => refuse(409, { message: 'Not now' })),
    http.get(api('/recharge/meter-history'), () => refuse(409, { message: 'Not now' })),
  );
}

const lineOf = async (number: string) => {
  const region = within(await screen.findByRole('main'));
  const heading = await region.findByRole('heading', { level: 3, name: new RegExp(number) });
  const row = heading.closest('li');
  return within(row ?? document.body);
};

it('shows state, plan, balance, next event and low allowances of each line', async () => {
  await signIn([mainLine, subLine, tablet]);
  serve();
  renderApp('/en/dashboard');
  expect(await screen.findByRole('heading', { level: 2, name: 'All your lines' })).toBeVisible();
  const main = await lineOf('057 000 0003');
  expect(main.getByText('Main account')).toBeVisible();
  expect(main.getByText('Active')).toBeVisible();
  expect(main.getByText('Postpaid 290')).toBeVisible();
  expect(main.getByText('renews on 10 December 2026')).toBeVisible();
  expect(main.getByText('Left to pay on its bills').nextElementSibling).toHaveTextContent('333.50');
  expect(main.getByText('Shown above')).toBeVisible();
  expect(main.queryByRole('button', { name: /^Show/ })).toBeNull();
  const driver = await lineOf('057 000 0005');
  expect(driver.getByText('ends after 9 December 2026')).toBeVisible();
  expect(driver.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Local minutes: used up',
    'Data: only 512 MB left',
  ]);
  const data = await lineOf('830000000001');
  expect(data.getByText('Expired')).toBeVisible();
  expect(data.getByText('There is no plan on this line.')).toBeVisible();
});

it('chooses a line for the whole page', async () => {
  const shown = await signIn([mainLine, subLine]);
  serve(ownLines.slice(0, 2));
  const { user } = renderApp('/en/dashboard');
  await user.click((await lineOf('057 000 0005')).getByRole('button', { name: 'Show Driver' }));
  await waitFor(async () => expect((await lineOf('057 000 0005')).getByText('Shown above')).toBeVisible());
  expect(shown.at(-1)?.line).toBe(subLine.subscription_id);
});

it('performs an action of a line on that line', async () => {
  await signIn([mainLine, subLine]);
  serve(ownLines.slice(0, 2));
  const { user, path } = renderApp('/en/dashboard');
  await user.click((await lineOf('057 000 0005')).getByRole('button', { name: 'Recharge: Driver' }));
  await waitFor(() => expect(path()).toBe('/en/recharge'));
  const { sessionNow } = await import('@/lib/session/state');
  expect(sessionNow().selected?.subscription_id).toBe(subLine.subscription_id);
});

it.each([
  ['stopped', 'See why: Driver', '/en/sim-information'],
  ['expired', 'Bring it back: Driver', '/en/my-plan'],
  ['in_transit', 'Follow it: Driver', '/en/my-orders'],
] as const)('leads on from a line that is %s', async (state, what, to) => {
  await signIn([mainLine, subLine]);
  serve([accountLineOf(mainLine), accountLineOf(subLine, { state })]);
  server.use(
    http.get(api('/orders'), () => HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false })),
  );
  const { user, path } = renderApp('/en/dashboard');
  await user.click((await lineOf('057 000 0005')).getByRole('button', { name: what }));
  await waitFor(() => expect(path()).toBe(to));
});

it('says that the lines cannot be read, keeps the rest, and tries again', async () => {
  await signIn([mainLine, subLine]);
  serve();
  const failed = http.get(api('/users/current/lines'), () => refuse(409, { message: 'No lines now' }), {
    once: true,
  });
  server.use(failed);
  const { user } = renderApp('/en/dashboard');
  expect(await screen.findByText('No lines now')).toBeVisible();
  expect(await screen.findByText('333.50')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await lineOf('057 000 0005')).getByText('Basic 25')).toBeVisible();
});

it('has no list for a single line', async () => {
  await signIn();
  serve();
  renderApp('/en/dashboard');
  await screen.findByText('333.50');
  expect(screen.queryByRole('heading', { name: 'All your lines' })).toBeNull();
});
