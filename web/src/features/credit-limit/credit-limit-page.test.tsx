import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { CreditLimit, SpendCap, SpendControl } from '@/api/gen-purchases';
import { prepaidLine } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn } from '@/testing/session';

const limit = (over: Partial<CreditLimit> = {}): CreditLimit => ({
  limit: 60_000,
  used: 23_725,
  left: 36_275,
  lowest: 23_800,
  highest: 200_000,
  presets: [30_000, 100_000],
  percent: 39,
  warn_percent: 80,
  state: 'open',
  currency: 'SAR',
  ...over,
});

const cap = (over: Partial<SpendCap> = {}): SpendCap => ({
  kind: 'roaming',
  amount: 10_000,
  used: 10_000,
  percent: 100,
  state: 'stopped',
  mine: true,
  ...over,
});

const control = (caps: SpendCap[] = []): SpendControl => ({
  lines: [
    {
      subscription_id: 'main',
      msisdn: '0570000003',
      is_main: true,
      nickname: '',
      until: '2026-12-15T00:00:00Z',
      caps,
    },
  ],
  minimum: 1_000,
  maximum: 200_000,
  warn_percent: 80,
  currency: 'SAR',
});

/** Serves a line with its limit and its caps; returns the sent requests. */
async function open({
  known = limit(),
  caps = [] as SpendCap[],
  line = mainLine,
  language = 'en',
  before = () => {},
} = {}) {
  const sent: { call: string; body: unknown }[] = [];
  let now = known;
  let set = caps;
  await signIn([line]);
  server.use(
    http.get(api('/users/balance/credit-limit'), () => HttpResponse.json({ data: now })),
    http.post(api('/users/balance/change-credit-limit'), async ({ request }) => {
      const body = (await request.json()) as { amount: number };
      sent.push({ call: 'change', body });
      now = limit({ limit: body.amount });
      return HttpResponse.json({ data: now });
    }),
    http.get(api('/users/current/spend-control'), () => HttpResponse.json({ data: control(set) })),
    http.put(api('/users/current/spend-control/caps'), async ({ request }) => {
      const body = (await request.json()) as { kind: SpendCap['kind']; amount?: number };
      sent.push({ call: 'cap', body });
      set = body.amount
        ? [cap({ kind: body.kind, amount: body.amount, used: 0, percent: 0, state: 'open' })]
        : [];
      return HttpResponse.json({ data: control(set) });
    }),
    http.post(api('/users/current/spend-control/lift'), async ({ request }) => {
      sent.push({ call: 'lift', body: await request.json() });
      set = [cap({ state: 'lifted' })];
      return HttpResponse.json({ data: control(set) });
    }),
  );
  before();
  return { sent, ...renderApp(`/${language}/credit-limit`) };
}

it('changes the limit to a preset after a confirmation', async () => {
  const { sent, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(screen.getByRole('group', { name: 'New credit limit' })).toHaveAccessibleDescription(
    'Choose a limit',
  );
  await user.click(screen.getByRole('radio', { name: /1,000/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Change the limit' }));
  expect(await screen.findByRole('heading', { name: 'Your limit is changed' })).toHaveFocus();
  expect(sent).toEqual([{ call: 'change', body: { amount: 100_000, current: 60_000 } }]);
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/en/dashboard');
  expect(screen.getByRole('link', { name: 'Go to My Plan' })).toHaveAttribute('href', '/en/my-plan');
});

it('takes another amount within the bounds, and goes back without a change', async () => {
  const { sent, user } = await open();
  await user.click(await screen.findByRole('radio', { name: 'Another amount' }));
  const amount = screen.getByLabelText('Limit in riyals');
  await user.type(amount, '237');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Enter a whole amount from 238 to 2,000 riyals')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '٦٠٠');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('This is already your limit')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '238');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('radio', { name: 'Another amount' })).toBeVisible();
  expect(sent).toEqual([]);
});

it('says why the limit cannot be raised, and shows a refusal', async () => {
  const { user } = await open({
    known: limit({
      highest: 60_000,
      presets: [30_000],
      raise_refused: { code: 'credit_limit_overdue', message: 'A bill is overdue.' },
    }),
  });
  expect(await screen.findByText('A bill is overdue.')).toBeVisible();
  server.use(
    http.post(api('/users/balance/change-credit-limit'), () =>
      refuse(409, { message: 'Your limit was changed meanwhile.' }),
    ),
  );
  await user.click(screen.getByRole('radio', { name: /300/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Change the limit' }));
  expect(await screen.findByText('Your limit was changed meanwhile.')).toBeVisible();
});

it.each(['/users/balance/credit-limit', '/users/current/spend-control'])(
  'says why %s cannot be shown, and asks again',
  async (path) => {
    const { user } = await open({
      before: () =>
        server.use(http.get(api(path), () => refuse(409, { message: 'Not now' }), { once: true })),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Next' })).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Beyond the plan' })).toBeVisible();
  },
);

it.each([
  ['warned', 85, 'You have used 85% of your limit', /When you reach it, calls/],
  ['stopped', 100, /Your limit is reached/, /To use more, pay a bill/],
] as const)('says of a limit that it is %s, and leads to the bills', async (state, percent, words, way) => {
  await open({ known: limit({ state, percent }) });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(way)).toBeVisible();
  const used = within(screen.getByRole('region', { name: 'Used of your credit limit' }));
  expect(used.getByRole('link', { name: 'My bills' })).toHaveAttribute('href', '/en/my-bills');
  expect(screen.getByRole('progressbar', { name: 'Used of your credit limit' })).toHaveAttribute(
    'aria-valuenow',
    String(percent),
  );
});

it('lifts a reached cap by one tap', async () => {
  const { sent, user } = await open({ caps: [cap()] });
  const roaming = within(await screen.findByRole('region', { name: 'Roaming' }));
  expect(roaming.getByText(/roaming beyond the plan is stopped/)).toBeVisible();
  await user.click(roaming.getByRole('button', { name: 'Lift until the next cycle' }));
  expect(await roaming.findByText('Lifted until 15 December 2026')).toBeVisible();
  expect(sent).toEqual([{ call: 'lift', body: { subscription_id: 'main', kind: 'roaming' } }]);
});

it('sets a cap and takes it away, on a prepaid line as well', async () => {
  const { sent, user } = await open({ line: prepaidLine });
  expect(await screen.findByText(/prepaid line has no credit limit/)).toBeVisible();
  const extra = within(await screen.findByRole('region', { name: 'Beyond the plan' }));
  await user.click(extra.getByRole('button', { name: 'Set a cap' }));
  await user.click(extra.getByRole('button', { name: 'Save' }));
  expect(extra.getByText('Enter a whole amount from 10 to 2,000 riyals')).toBeVisible();
  await user.type(extra.getByLabelText('Cap in riyals'), '50');
  await user.click(extra.getByRole('button', { name: 'Save' }));
  await user.click(await extra.findByRole('button', { name: 'Remove the cap' }));
  expect(await extra.findByText('No cap')).toBeVisible();
  expect(sent).toEqual([
    { call: 'cap', body: { subscription_id: 'main', kind: 'extra', amount: 5_000 } },
    { call: 'cap', body: { subscription_id: 'main', kind: 'extra' } },
  ]);
});

it('offers no change of another account’s cap', async () => {
  await open({ caps: [cap({ mine: false })], language: 'ar' });
  const roaming = within(await screen.findByRole('region', { name: 'التجوال' }));
  expect(roaming.getByText('حدّده الحساب الذي يدفع عن هذا الخط.')).toBeVisible();
  expect(roaming.queryByRole('button')).toBeNull();
});
