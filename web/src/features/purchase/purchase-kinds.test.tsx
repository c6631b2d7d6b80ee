import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Purchase } from '@/api/gen-purchases';
import { prepaidLine, purchase, servePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { signIn } from '@/testing/session';

const address = `/en/purchase/${purchase().id}`;

beforeEach(() => {
  vi.stubGlobal('location', { ...location, assign: vi.fn(), origin: location.origin });
});

async function open(over: Partial<Purchase>, at = address) {
  await signIn([prepaidLine]);
  servePurchase(over);
  return renderApp(at);
}

const link = (name: string) => within(screen.getByRole('main')).getByRole('link', { name });

const billPaid = { invoiceId: '01920000-0000-7000-8000-0000000000b1', number: 'INV2026-00000001' };
const switched = { planId: 'hawakom-90', plan: 'Hawakom 90', fromPlan: 'Hawakom 55', items: [] };

it('says that a bill is paid, without a receipt', async () => {
  await open({ kind: 'invoice', status: 'completed', amount: 0, bill: { ...billPaid, left: 0 } });
  expect(await screen.findByText('Your payment has arrived')).toBeVisible();
  expect(screen.getByText('Bill').nextElementSibling).toHaveTextContent('INV2026-00000001');
  expect(link('See the bill')).toHaveAttribute('href', `/en/my-bills/${billPaid.invoiceId}`);
  expect(screen.queryByRole('link', { name: 'Tax invoice' })).toBeNull();
});

it('says that a payment goes back because another person has paid the bill', async () => {
  const failure = { code: 'invoice_paid_already', message: 'This bill is paid already.' };
  await open({ kind: 'invoice', status: 'refunding', amount: 0, bill: billPaid, failure });
  expect(await screen.findByText(/could not be taken off the bill/)).toBeVisible();
  const refundedAt = '2026-11-25T09:00:00Z';
  servePurchase({ kind: 'invoice', status: 'failed', amount: 0, bill: billPaid, failure, refundedAt });
  const back = await screen.findByText('Your payment was not needed', undefined, { timeout: 4_000 });
  expect(back.closest('[role="status"]')).toHaveTextContent(
    /This bill is paid already.*went back on 25 November 2026/,
  );
});

it('leads from a payment of a bill that failed to another try', async () => {
  await open({ kind: 'invoice', status: 'failed', amount: 0, bill: billPaid });
  expect(await screen.findByText('Oops, Payment has failed!')).toBeVisible();
  expect(link('Try again with another way to pay')).toHaveAttribute(
    'href',
    `/en/my-bills/${billPaid.invoiceId}/pay`,
  );
});

it('shows a running switch, also after a return, and its outcome', async () => {
  await open({ kind: 'plan-switch', status: 'delivering', switch: switched, amount: 0 });
  expect(await screen.findByRole('heading', { level: 2, name: 'Your plan is being switched' })).toBeVisible();
  servePurchase({
    kind: 'plan-switch',
    status: 'completed',
    amount: 0,
    switch: { ...switched, until: '2026-12-23T21:00:00Z' },
  });
  expect(await screen.findByText('Your plan has been changed', undefined, { timeout: 4_000 })).toBeVisible();
  expect(screen.getByText('24 December 2026')).toBeVisible();
  expect(link('Go to My Plan')).toHaveAttribute('href', '/en/my-plan');
});

it('says that the plan stays after a failed switch, and offers another try', async () => {
  await open({
    kind: 'plan-switch',
    status: 'failed',
    amount: 0,
    switch: switched,
    refundedAt: '2026-11-23T09:01:00Z',
    failure: { code: 'switch_failed', message: 'Your plan stays as it was.' },
  });
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('Oops, Switching your plan has been failed');
  expect(said).toHaveTextContent('Your plan stays as it was.');
  expect(said).toHaveTextContent('Your money went back');
  expect(link('Try the switch again')).toHaveAttribute('href', '/en/switch-plan/hawakom-90');
});

const transfer = {
  kind: 'credit-transfer',
  way: 'balance',
  forFriend: true,
  vat: 0,
  msisdn: '057•••0002',
} as const;

it('shows the recipient and the amount of a completed transfer', async () => {
  await open({ ...transfer, status: 'completed', amount: 1_250, total: 1_250 });
  expect(await screen.findByRole('heading', { level: 2, name: 'Your transfer is done' })).toBeVisible();
  expect(screen.getByText('057•••0002')).toBeVisible();
  expect(screen.getByText('Transferred')).toBeVisible();
  expect(screen.queryByText('Paid')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Tax invoice' })).toBeNull();
  expect(link('Another transfer')).toHaveAttribute('href', '/en/transfer?tab=local');
  expect(link('See your transfers')).toHaveAttribute('href', '/en/history?tab=transfer');
});

it.each([
  [transfer, 'transfer', 'Another transfer'],
  [transfer, 'history', 'See your transfers'],
  [{ kind: 'invoice', bill: billPaid }, 'myBills', 'See the bill'],
  [{ kind: 'game' }, 'games', 'See your codes'],
] satisfies [Partial<Purchase>, string, string][])(
  'links a purchase to no page that the line may not open (%o, %s)',
  async (bought, page, words) => {
    await signIn([prepaidLine], { hidden_menu: [page] });
    servePurchase({ ...bought, status: 'completed', amount: 0 });
    renderApp(address);
    expect(await screen.findByRole('heading', { level: 2 })).toBeVisible();
    expect(screen.queryByRole('link', { name: words })).toBeNull();
  },
);

it.each([
  ['credit-transfer', /The credit went back to your balance on/, 'local'],
  ['data-transfer', /The data went back to where it was taken from on/, 'data'],
] as const)('says of a %s that has failed what came back, and offers it again', async (kind, text, tab) => {
  await open({ ...transfer, kind, status: 'failed', refundedAt: '2026-11-25T09:00:00Z' });
  expect(await screen.findByText('Oops, Transfer has failed!')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(link('Try the transfer again')).toHaveAttribute('href', `/en/transfer?tab=${tab}`);
});

it('says that a transfer abroad had arrived and was taken back', async () => {
  const message =
    'The transfer had arrived, but our partner took it back. The money is back in your balance.';
  await open({
    ...transfer,
    kind: 'international-transfer',
    status: 'failed',
    refundedAt: '2026-11-25T09:00:00Z',
    failure: { code: 'international_reversed', message },
  });
  expect(await screen.findByText('Your transfer was taken back')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByText(/The credit went back to your balance on/)).toBeVisible();
  expect(screen.queryByText(/has failed/)).toBeNull();
});

it.each([
  [{ status: 'delivering' }, 'Your transfer is on its way'],
  [{ status: 'refunding' }, 'Your transfer is coming back to you'],
] satisfies [Partial<Purchase>, string][])(
  'tells the truth about a transfer under way: %o',
  async (over, title) => {
    await open({ ...transfer, ...over });
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(within(screen.getByRole('main')).queryByText(/\bpaid\b|money/i)).toBeNull();
  },
);

it.each([
  ['credit-transfer', { amount: 1_500 }, 'Amount', '15'],
  ['data-transfer', { amount: 0, data: { megabytes: 500 } }, 'Data', '500 MB'],
  ['international-transfer', { amount: 0, way: 'balance', total: 955 }, 'From your balance', '9.55'],
] satisfies [Purchase['kind'], Partial<Purchase>, string, string][])(
  'names the amount of a transfer that comes back: %s',
  async (kind, over, label, said) => {
    await open({ ...transfer, ...over, kind, status: 'refunding' });
    expect((await screen.findByText(label)).nextElementSibling).toHaveTextContent(said);
    expect(screen.getByText('Purchase number').nextElementSibling).toHaveTextContent('PU12345678');
    expect(screen.queryByText(/Banks need/)).toBeNull();
  },
);

it('holds a transfer without asking for money again', async () => {
  await open({
    ...transfer,
    status: 'held',
    failure: { code: 'purchase_not_delivered', message: 'We are on it' },
  });
  expect(await screen.findByText('Your transfer is not complete yet; we are checking it')).toBeVisible();
  expect(screen.queryByText(/pay again/)).toBeNull();
});
