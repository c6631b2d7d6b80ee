import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Purchase } from '@/api/gen-purchases';
import { card, prepaidLine, purchase, servePurchase, serveRecharge, takePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { serveSite } from '@/testing/site';

const assign = vi.fn();

const bankPage = 'https://pay.example/challenge/1';
const paymentId = '01920000-0000-7000-8000-0000000000a1';
const address = `/en/purchase/${purchase().id}`;

beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal('location', { ...location, assign, origin: location.origin });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(over: Partial<Purchase>, at = address) {
  await signIn([prepaidLine]);
  servePurchase(over);
  return renderApp(at);
}

const link = (name: string) => within(screen.getByRole('main')).getByRole('link', { name });

it.each([
  [{ status: 'processing' }, 'On its way to your bank'],
  [{ status: 'checking' }, 'The bank has not answered yet'],
  [{ status: 'processing', way: 'stc-pay' }, 'On its way to STC Pay'],
  [{ status: 'checking', way: 'stc-pay' }, 'STC Pay has not answered yet'],
  [{ status: 'delivering' }, 'Paid. We are adding it now'],
  [{ status: 'refunding' }, 'Your money is on its way back'],
] satisfies [Partial<Purchase>, string][])(
  'tells the truth while it is under way: %o',
  async (over, title) => {
    await open(over);
    const said = await screen.findByRole('heading', { level: 2, name: title });
    expect(said.closest('[aria-live="polite"]')).not.toBeNull();
    expect(screen.queryByText(/has failed|has been/)).toBeNull();
    expect(screen.queryByRole('link', { name: /again/ })).toBeNull();
  },
);

it.each([
  ['recharge', 'Recharge'],
  ['card', 'My cards'],
] as const)('lights the entry of the sidebar that it belongs to: %s', async (kind, entry) => {
  await open({ kind });
  const sidebar = within(await screen.findByRole('navigation', { name: 'Your line' }));
  expect(await sidebar.findByRole('link', { current: true })).toHaveTextContent(entry);
  const trail = within(screen.getByRole('navigation', { name: 'You are here' }));
  expect(trail.getByRole('link', { name: entry })).toBeVisible();
});

it.each([
  [{ way: 'card', payment: { id: paymentId, status: 'paid', brand: 'mada', last4: '0015' } }, 1],
  [{ kind: 'bundle', way: 'balance', amount: 0, vat: 0 }, 0],
] satisfies [Partial<Purchase>, number][])(
  'names the money on its way back, and how long a bank needs: %o',
  async (over, banks) => {
    await open({ ...over, status: 'refunding' });
    expect(await screen.findByText('Paid')).toBeVisible();
    expect(screen.getByText('Paid').nextElementSibling).toHaveTextContent('57.50');
    expect(screen.getByText('Purchase number').nextElementSibling).toHaveTextContent('PU12345678');
    expect(screen.queryAllByText(/Banks need up to 7 working days/)).toHaveLength(banks);
  },
);

it('explains a slow bank, and that another payment is not needed', async () => {
  await open({ status: 'checking' });
  expect(await screen.findByText(/You need not pay again/)).toBeVisible();
});

it('stops the waiting screen after fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await open({ status: 'processing' });
  expect(await screen.findByText(/^We are waiting for the answer/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(screen.getByText(/You need not stay/)).toBeVisible();
  expect(document.querySelector('main [aria-busy="true"]')).toBeNull();
});

it('goes on by itself, and shows the new balance', async () => {
  await open({ status: 'delivering' });
  await screen.findByText('Paid. We are adding it now');
  servePurchase({
    status: 'completed',
    bonus: 1_250,
    balance: 9_550,
    payment: { id: paymentId, status: 'paid', brand: 'MADA', last4: '0015' },
  });
  expect(await screen.findByRole('heading', { name: 'Your balance has been recharged' })).toBeVisible();
  const fact = (name: string) => screen.getByText(name).nextElementSibling;
  expect(fact('Added to the balance')).toHaveTextContent('50');
  expect(fact('Bonus on top')).toHaveTextContent('12.50');
  expect(fact('New balance')).toHaveTextContent('95.50');
  expect(fact('Paid')).toHaveTextContent('57.50with mada ending in');
  expect(fact('Purchase number')).toHaveTextContent('PU12345678');
  expect(link('Tax invoice')).toHaveAttribute('href', `${address}/receipt`);
  expect(link('Recharge again')).toHaveAttribute('href', '/en/recharge?tab=balanceRecharge');
  expect(link('Go to Dashboard')).toHaveAttribute('href', '/en/dashboard');
});

it('shows the end of the data', async () => {
  const data = { megabytes: 5_120, validUntil: '2026-12-23T09:00:00Z' };
  await open({
    kind: 'data-recharge',
    status: 'completed',
    amount: 0,
    way: 'balance',
    vat: 0,
    total: 4_000,
    data,
  });
  expect(await screen.findByText('Your data has been added')).toBeVisible();
  expect(screen.getByText('Data').nextElementSibling).toHaveTextContent('5 GBvalid until 23 December 2026');
  expect(screen.queryByText('Added to the balance')).toBeNull();
});

it.each([
  [true, 'It renews on 23 December 2026 from your balance, until you turn renewal off.'],
  [undefined, 'It ends by itself on 23 December 2026.'],
])('says of a service whether it renews: %s', async (renews, said) => {
  const service = {
    id: 'tunes-weekly',
    name: 'Tunes weekly',
    cycleDays: 7,
    until: '2026-12-23T09:00:00Z',
    ...(renews && { renews }),
  };
  await open({
    kind: 'service',
    status: 'completed',
    way: 'balance',
    amount: 0,
    vat: 0,
    total: 700,
    service,
  });
  expect(await screen.findByText(said)).toBeVisible();
});

it('says that a bundle renews', async () => {
  const bundle = { id: 'mix', name: 'Mix', items: [], validityDays: 30, price: 3_500 };
  const bundles = [{ ...bundle, validUntil: '2026-12-23T09:00:00Z', renews: true }];
  await open({
    kind: 'bundle',
    status: 'completed',
    way: 'balance',
    amount: 0,
    vat: 0,
    total: 3_500,
    bundles,
  });
  expect(await screen.findByText('then renews from your balance, until you turn renewal off')).toBeVisible();
});

it('says that a friend has the recharge, without the owner’s name', async () => {
  await open({ status: 'completed', forFriend: true, msisdn: '057***0004' });
  expect(await screen.findByText('Your friend has received it')).toBeVisible();
  expect(screen.getByText('057***0004')).toBeVisible();
  expect(screen.queryByText('New balance')).toBeNull();
});

it('says that a gift has arrived, one step below the usage of the line', async () => {
  await open({ kind: 'gift', status: 'completed', forFriend: true, msisdn: '057***0004' });
  expect(await screen.findByText('Your gift has arrived')).toBeVisible();
  const trail = within(screen.getByRole('navigation', { name: 'You are here' }));
  expect(trail.getAllByRole('link').map((crumb) => crumb.textContent)).toEqual(['Home']);
});

it.each(['payment=p1', 'id=p1&status=paid'])(
  'leads to the bank, and shows the state after the return with ?%s',
  async (added) => {
    const { router } = await open(
      { status: 'challenge', payment: { id: paymentId, status: 'challenge', challengeUrl: bankPage } },
      `${address}?${added}`,
    );
    expect(await screen.findByText(/We are asking your bank for the result/)).toBeVisible();
    expect(link('Continue at your bank')).toHaveAttribute('href', bankPage);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(assign).not.toHaveBeenCalled();
  },
);

it('goes to the bank at once only after the click that pays', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()] });
  takePurchase({
    status: 'challenge',
    payment: { id: paymentId, status: 'challenge', challengeUrl: bankPage },
  });
  const { user, router } = renderApp('/en/recharge');
  await user.type(await screen.findByRole('textbox', { name: 'Or type an amount in riyals' }), '50');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(bankPage));
  expect(router.state.location.state).toBeNull();
});

it('follows no address that is not http or https', async () => {
  const payment = { id: paymentId, status: 'challenge', challengeUrl: 'javascript:alert(1)' } as const;
  await open({ status: 'challenge', payment });
  expect(await screen.findByText(/Your bank asks you to confirm/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Continue at your bank' })).toBeNull();
});

it('names the wallet if one pays', async () => {
  await open({
    way: 'stc-pay',
    status: 'challenge',
    payment: { id: paymentId, status: 'challenge', challengeUrl: bankPage },
  });
  expect(await screen.findByText('STC Pay asks you to confirm this payment')).toBeVisible();
  expect(link('Continue at STC Pay')).toHaveAttribute('href', bankPage);
});

it('says after a payment without delivery that we work on it, and how to reach us', async () => {
  const { minimalSite } = await import('@/lib/site/minimal-site');
  serveSite(() => ({ settings: { ...minimalSite.settings, supportPhone: '900' } }));
  const failure = { code: 'purchase_not_delivered', message: 'It is not there yet.' };
  await open({ status: 'held', failure });
  const notice = (await screen.findByText('You have paid, and we are on it')).closest('[role="status"]');
  expect(notice).toHaveAttribute('data-tone', 'warning');
  expect(screen.getByText('It is not there yet.')).toBeVisible();
  expect(screen.getByText('PU12345678')).toBeVisible();
  expect(screen.getByRole('link', { name: /Call support/ })).toHaveAttribute('href', 'tel:900');
});

it.each([
  [
    'recharge',
    'Oops, Recharge has failed!',
    'Try again with another way to pay',
    '/en/recharge?tab=balanceRecharge',
  ],
  ['voucher', 'Oops, Recharge has failed!', 'Try another voucher', '/en/recharge?tab=voucherRecharge'],
  [
    'data-recharge',
    'Oops, Purchase has failed!',
    'Try again with another way to pay',
    '/en/recharge?tab=dataRecharge',
  ],
  ['card', 'Oops, Card add failed', 'Try another card', '/en/cards'],
] as const)(
  'says that a purchase of kind %s failed, why, and what can be tried',
  async (kind, title, again, to) => {
    const declineMessage = 'Not enough money on the card';
    const failure = { code: 'payment_declined', message: 'No money was taken.' };
    await open({
      kind,
      status: 'failed',
      failure,
      payment: { id: paymentId, status: 'declined', declineMessage },
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(title);
    expect(alert).toHaveTextContent(declineMessage);
    expect(alert).toHaveTextContent('No money was taken.');
    expect(link(again)).toHaveAttribute('href', to);
  },
);

it('says once that nothing was taken', async () => {
  const failure = { code: 'payment_abandoned', message: 'It was not confirmed in time. No money was taken.' };
  await open({ status: 'failed', failure });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Oops, Recharge has failed!It was not confirmed in time. No money was taken\.$/,
  );
});

it('shows when the money went back', async () => {
  const failure = { code: 'purchase_line_ended', message: 'The line is no longer in service.' };
  await open({ status: 'failed', failure, refundedAt: '2026-11-23T10:00:00Z' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your money went back on 23 November 2026.');
  expect(screen.queryByText('No money was taken.')).toBeNull();
});

it('says that a card is saved, and that its check went back', async () => {
  await open({
    kind: 'card',
    status: 'completed',
    amount: 0,
    total: 100,
    refundedAt: '2026-11-23T10:00:00Z',
  });
  expect(await screen.findByRole('heading', { name: 'Card added' })).toBeVisible();
  expect(screen.getByText(/we charged it/)).toHaveTextContent(
    '1. We returned the amount on 23 November 2026.',
  );
  expect(link('See my cards')).toHaveAttribute('href', '/en/cards');
  expect(screen.queryByRole('link', { name: 'Tax invoice' })).toBeNull();
});

it('reloads the changed data once the purchase is over', async () => {
  await signIn([prepaidLine]);
  serveRecharge();
  let asked = 0;
  server.use(
    http.get(api('/dashboard'), () => {
      asked++;
      return refuse(409, {});
    }),
    http.get(api('/users/plan'), () => HttpResponse.json({ data: { rates: [] } })),
  );
  const { router } = renderApp('/en/dashboard');
  await waitFor(() => expect(asked).toBe(1));
  servePurchase({ status: 'completed' });
  await router.navigate(address);
  await screen.findByText('Your balance has been recharged');
  await router.navigate('/en/dashboard');
  await waitFor(() => expect(asked).toBe(2));
});

it('hides purchases of other customers', async () => {
  await signIn([prepaidLine]);
  server.use(http.get(api('/purchases/:id'), () => refuse(404, { message: "We can't find this purchase." })));
  renderApp(address);
  expect(await screen.findByRole('alert')).toHaveTextContent("We can't find this purchase.");
  expect(link('To the recharge page')).toHaveAttribute('href', '/en/recharge');
  expect(await screen.findByRole('heading', { level: 1, name: 'Purchase' })).toBeVisible();
});

it('speaks Arabic', async () => {
  await open({ status: 'failed', failure: { code: 'x', message: 'السبب' } }, address.replace('/en/', '/ar/'));
  expect(await screen.findByText('عذرًا، فشلت عملية الشحن!')).toBeVisible();
});

it('takes the code of a wallet that has no page', async () => {
  const codes: unknown[] = [];
  const wrong = {
    code: -1174,
    messageKey: 'wallet_code_wrong' as const,
    message: 'The wallet does not accept this code.',
  };
  server.use(
    http.post(api(`/payments/${paymentId}/wallet-code`), async ({ request }) => {
      codes.push(await request.json());
      return codes.length === 1 ? refuse(422, wrong) : new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await open({
    way: 'stc-pay',
    status: 'challenge',
    payment: { id: paymentId, status: 'challenge' },
  });
  const field = await screen.findByRole('textbox', { name: 'Code of your wallet' });
  expect(screen.getByText('STC Pay has sent it to your mobile number.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Continue at STC Pay' })).toBeNull();
  expect(screen.queryByText(/on its page/)).toBeNull();
  await user.type(field, '١١١١١١');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The wallet does not accept this code.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(codes).toEqual([{ code: '111111' }, { code: '123456' }]));
});
