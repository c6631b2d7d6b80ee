import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { Order } from '@/api/gen';
import type { SavedCard } from '@/api/gen-lines';
import { queries } from '@/lib/http/query-client';
import { keepWalletMobile, keepWay } from '@/lib/session/kept-order';
import { portAt } from '@/testing/kinds';
import { orderAt, placedOrder } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, serveConfiguration, server, takeCalls } from '@/testing/server';
import { signIn } from '@/testing/session';
import { storeOrder } from '../model/order-query';

type Attempt = Order['payments'][number];

const attempt = (over: Partial<Attempt>): Attempt => ({
  id: '01920000-0000-7000-8000-000000000009',
  status: 'processing',
  amount: 58_000,
  at: new Date().toISOString(),
  ...over,
});

const frame = () => screen.findByTitle<HTMLIFrameElement>('Card details');

/** Sends a message as the provider's page does. */
async function say(data: object, origin = 'https://pay.example', source?: Window | null): Promise<void> {
  const from = source === undefined ? (await frame()).contentWindow : source;
  act(() => {
    fireEvent(window, new MessageEvent('message', { data, origin, source: from }));
  });
}

/** Only the page's own timers stop; waits for answers continue. */
const stoppedTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  return (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
};

afterEach(() => {
  vi.useRealTimers();
});

const token = { type: 'token', token: 'tok_abcdefghijklmnop' };

it('pays with the token of the card fields and goes on to the order', async () => {
  const calls = takeCalls(
    'post',
    '/payments',
    placedOrder('placed', { seq: 2, payments: [attempt({ status: 'paid' })] }),
  );
  const { path } = renderStep(orderAt('payment'), 'payment');
  await say({ type: 'ready' });
  await say(token);
  await waitFor(() => expect(path()).toContain('order-details'));
  expect(calls[0]?.body).toEqual({ cardToken: 'tok_abcdefghijklmnop' });
});

it.each(['processing', 'pending', 'challenge'] as const)(
  'does not tick the payment while it is %s',
  async (status) => {
    renderStep(orderAt('payment-details', { payments: [attempt({ status })] }), 'payment-details');
    const steps = within(await screen.findByRole('navigation', { name: 'Steps of your order' }));
    const [last, ...before] = steps.getAllByRole('listitem').toReversed();
    expect(last).toHaveTextContent(/^Pay/);
    expect(last).not.toHaveAttribute('data-done');
    for (const step of before) {
      expect(step).toHaveTextContent(/\(done\)$/);
    }
  },
);

it('opens the fields in the language and colours of the page', async () => {
  renderStep(orderAt('payment'), 'payment', 'ar');
  const fields = await screen.findByTitle<HTMLIFrameElement>('بيانات البطاقة');
  expect(fields, 'what they will take: nothing moves when they come').toHaveAttribute('height', '251');
  expect(fields.src).toBe(
    'https://pay.example/fields?key=pk_test&lang=ar&scheme=light&font=ibm-plex-sans-arabic',
  );
});

it('ignores messages of other origins and windows', async () => {
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  renderStep(orderAt('payment'), 'payment');
  await say(token, 'https://evil.example');
  await say(token, 'https://pay.example', window);
  await say({ type: 'token', token: 42 });
  await say({ type: 'error', message: 'The card number is not complete' });
  expect(await screen.findByText('The card number is not complete')).toBeVisible();
  expect(calls).toHaveLength(0);
});

it('keeps the complaint about a card until the card is right (D13)', async () => {
  renderStep(orderAt('payment'), 'payment');
  await say({ type: 'error', message: 'Check the details of your card' });
  const complaint = await screen.findByText('Check the details of your card');
  await say({ type: 'valid', valid: false });
  expect(complaint).toBeVisible();
  await say({ type: 'valid', valid: true });
  expect(complaint).not.toBeInTheDocument();
});

it('says why a card was declined and takes another one', async () => {
  const declined = attempt({ status: 'declined', declineMessage: 'Not enough money on the card' });
  renderStep(orderAt('payment', { payments: [declined] }), 'payment');
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops, Payment failed');
  expect(screen.getByText('Not enough money on the card')).toBeVisible();
  expect(await frame()).toBeInTheDocument();
});

it('says that the number is still held after a declined payment only if it is', async () => {
  const payments = [attempt({ status: 'declined' })];
  renderStep(orderAt('payment', { payments }), 'payment');
  expect(await screen.findByText(/Your number is still held/)).toBeVisible();
  cleanup();
  queries.clear();
  renderStep(portAt('payment', { payments, booking: undefined }), 'payment');
  expect(await screen.findByText(/Nothing was charged\. You can try again/)).toBeVisible();
  expect(screen.queryByText(/still held/)).toBeNull();
});

it('asks for no other card while a payment is pending', async () => {
  renderStep(orderAt('payment', { payments: [attempt({ status: 'pending' })] }), 'payment');
  expect(await screen.findByText('Payment is still pending')).toBeVisible();
  expect(screen.queryByTitle('Card details')).toBeNull();
});

const turning = () => document.querySelector('main [aria-busy="true"], main [data-loading="true"]');

it.each([
  ['processing', /^We have no answer to your payment yet\. Nothing is lost/],
  ['paid', /^Your payment has arrived\. Placing your order takes longer than usual/],
] as const)('ends the wait for a payment (%s) after fifteen seconds', async (status, said) => {
  const pass = stoppedTimers();
  const order = orderAt('payment', { payments: [attempt({ status })] });
  renderStep(order, 'payment');
  await screen.findByText('Your payment is being processed…');
  expect(turning(), 'seen by whatever says that it goes on').not.toBeNull();
  await pass(16);
  expect(screen.getByText(said).closest('[role=status]')).toHaveTextContent('You need not stay');
  expect(turning()).toBeNull();
  expect(screen.queryByTitle('Card details'), 'no second payment is offered').toBeNull();
  const news = { ...order, seq: order.seq + 1, payments: [attempt({ status: 'pending' })] };
  act(() => storeOrder(queries, 'en', news));
  expect(await screen.findByText('Payment is still pending'), 'news replaces it').toBeVisible();
  expect(screen.queryByText(said)).toBeNull();
});

it('says that the card fields did not answer, and ignores a late answer', async () => {
  const pass = stoppedTimers();
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  renderStep(orderAt('payment'), 'payment');
  const silent = (await frame()).contentWindow;
  const pressPay = () => act(async () => screen.getByRole('button', { name: /^Pay/ }).click());
  await pressPay();
  expect(turning()).not.toBeNull();
  await pass(16);
  const said = /^The card fields did not respond\. Nothing was charged\./;
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await say(token, 'https://pay.example', silent);
  expect(calls).toEqual([]);
  await pressPay();
  expect(screen.queryByText(said)).toBeNull();
  await say(token);
  await waitFor(() => expect(calls).toHaveLength(1));
});

it('offers the bank page again, or another card, after 3-D Secure was left', async () => {
  const challenge = attempt({ status: 'challenge', challengeUrl: 'https://pay.example/challenge/1' });
  const { user } = renderStep(orderAt('payment', { payments: [challenge] }), 'payment');
  expect(await screen.findByRole('button', { name: "Go to my bank's page" })).toBeEnabled();
  expect(screen.queryByTitle('Card details')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay another way' }));
  expect(await frame()).toBeInTheDocument();
});

it.each(['payment', 'id'])('asks for the result after a return with ?%s=', async (added) => {
  const challenge = attempt({ status: 'challenge', challengeUrl: 'https://pay.example/challenge/1' });
  const order = orderAt('payment', { payments: [challenge] });
  const { router } = renderStep(order, 'payment', 'en', `?${added}=1&status=paid`);
  expect(await screen.findByText('We are checking the result with your bank…')).toBeVisible();
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('speaks of the wallet, not of a bank, while STC Pay waits for its code', async () => {
  const challenge = attempt({
    status: 'challenge',
    brand: 'STCPAY',
    challengeUrl: 'https://pay.example/wallet/1',
  });
  renderStep(orderAt('payment', { payments: [challenge] }), 'payment');
  expect(await screen.findByRole('button', { name: 'Continue at STC Pay' })).toBeEnabled();
  expect(screen.getByText('STC Pay asks you to confirm this payment')).toBeVisible();
  expect(screen.queryByText(/bank/)).toBeNull();
});

it('asks for the code of a wallet that has no page', async () => {
  const challenge = attempt({ status: 'challenge', brand: 'STCPAY' });
  renderStep(orderAt('payment', { payments: [challenge] }), 'payment');
  expect(await screen.findByRole('textbox', { name: 'Code of your wallet' })).toBeVisible();
  expect(screen.getByText('STC Pay has sent it to your mobile number.')).toBeVisible();
  expect(screen.queryByText(/on its page/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue at STC Pay' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Pay another way' })).toBeEnabled();
});

const card = (over: Partial<SavedCard>): SavedCard => ({
  id: '01920000-0000-7000-8000-0000000000c1',
  brand: 'MADA',
  last4: '0015',
  holder: 'SARA ALI',
  expiryMonth: 12,
  expiryYear: 2090,
  default: true,
  expired: false,
  expiresSoon: false,
  ...over,
});

const old = card({
  id: '01920000-0000-7000-8000-0000000000c2',
  last4: '0551',
  expired: true,
  default: false,
});

/** Signs in a customer with saved cards. */
async function keeping(...cards: SavedCard[]) {
  server.use(http.get(api('/users/current/cards'), () => HttpResponse.json({ data: cards })));
  await signIn();
}

it('pays with the default card at one click, and sends no number and no token', async () => {
  await keeping(card({}), old);
  const calls = takeCalls(
    'post',
    '/payments',
    placedOrder('placed', { seq: 2, payments: [attempt({ status: 'paid' })] }),
  );
  const { user, path } = renderStep(orderAt('payment'), 'payment');
  expect(await screen.findByRole('radio', { name: /mada •••• 0015/ })).toBeChecked();
  expect(screen.queryByTitle('Card details')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(path()).toContain('order-details'));
  expect(calls[0]?.body).toEqual({ cardId: card({}).id });
});

it('shows that a card has expired and takes another one', async () => {
  await keeping(old);
  const { user } = renderStep(orderAt('payment'), 'payment');
  const expired = await screen.findByRole('radio', { name: /0551/ });
  expect(expired).toBeDisabled();
  expect(screen.getByText(/Expired/)).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Use another card' })).toBeChecked();
  expect(await frame()).toBeInTheDocument();
  await user.click(expired);
  expect(expired).not.toBeChecked();
});

it('saves a card only on request', async () => {
  await keeping();
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  const { user } = renderStep(orderAt('payment'), 'payment');
  const keep = await screen.findByRole('checkbox', { name: 'Save this card for next time' });
  expect(keep).not.toBeChecked();
  await user.click(keep);
  await say(token);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ cardToken: 'tok_abcdefghijklmnop', keepCard: true });
});

it('says why a saved card was refused, and accepts another one', async () => {
  await keeping(card({}));
  server.use(
    http.post(api('/orders/:id/payments'), () =>
      refuse(422, { messageKey: 'card_expired', message: 'This card has expired.' }),
    ),
  );
  const { user } = renderStep(orderAt('payment'), 'payment');
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('This card has expired.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Use another card' }));
  expect(await frame()).toBeInTheDocument();
});

const names = () =>
  screen
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent?.match(/\d{4}|STC|card/)?.[0]);

it('marks a declined saved card, and pays with another one at one tap', async () => {
  const other = card({ id: '01920000-0000-7000-8000-0000000000c3', last4: '4242', default: false });
  await keeping(card({}), other);
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  const payments = [attempt({ status: 'declined', brand: 'MADA', last4: '0015' })];
  const { user } = renderStep(orderAt('payment', { payments }), 'payment');
  expect(await screen.findByRole('radio', { name: /0015.*Declined just now/ })).not.toBeChecked();
  expect(screen.getByRole('radio', { name: /4242/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ cardId: other.id });
});

it('opens the fields for another card after a declined new card', async () => {
  const payments = [attempt({ status: 'declined', brand: 'VISA', last4: '1111' })];
  renderStep(orderAt('payment', { payments }), 'payment');
  expect(await screen.findByRole('radio', { name: /Your last card was declined/ })).toBeChecked();
  expect(await frame()).toBeInTheDocument();
});

it('keeps the number of a declined wallet, which is not the default any more', async () => {
  keepWay('stc-pay');
  keepWalletMobile('0501234567');
  const payments = [attempt({ status: 'declined', brand: 'STCPAY', last4: '4567' })];
  const { user } = renderStep(orderAt('payment', { payments }), 'payment');
  const wallet = await screen.findByRole('radio', { name: /STC Pay.*Declined just now/ });
  expect(wallet).not.toBeChecked();
  await user.click(wallet);
  expect(screen.getByRole('textbox', { name: /STC Pay/ })).toHaveValue('0501234567');
});

it('offers the wallet first once it has paid, and else the saved card', async () => {
  await keeping(old, card({}));
  const first = renderStep(orderAt('payment'), 'payment');
  await screen.findByRole('radio', { name: /0015/ });
  expect(names()).toEqual(['0015', 'card', 'STC', '0551']);
  takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  await first.user.click(screen.getByRole('radio', { name: /STC Pay/ }));
  await first.user.type(screen.getByRole('textbox', { name: /STC Pay/ }), '0501234567');
  await first.user.click(screen.getByRole('button', { name: /^Pay/ }));
  cleanup();
  queries.clear();
  renderStep(orderAt('payment'), 'payment');
  expect(await screen.findByRole('radio', { name: /STC Pay/ })).toBeChecked();
  expect(names()).toEqual(['STC', '0015', 'card', '0551']);
});

it('pays with STC Pay by the mobile of the wallet', async () => {
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  const { user } = renderStep(orderAt('payment'), 'payment');
  await user.click(await screen.findByRole('radio', { name: /STC Pay/ }));
  expect(screen.queryByTitle('Card details')).toBeNull();
  expect(screen.queryByRole('img', { name: 'mada, Visa and Mastercard' })).toBeNull();
  expect(screen.queryByText(/If your card is refused/)).toBeNull();
  const pay = screen.getByRole('button', { name: /^Pay/ });
  await user.click(pay);
  const mobile = screen.getByRole('textbox', { name: 'Mobile number of your STC Pay wallet' });
  expect(mobile).toHaveAccessibleDescription(/Enter a Saudi mobile number/);
  expect(calls).toEqual([]);
  await user.type(mobile, '٠٥٠١٢٣٤٥٦٧');
  await user.click(pay);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ stcPayMobile: '0501234567' });
});

it('offers only the payment methods of the server', async () => {
  serveConfiguration({ payWays: ['card'] });
  renderStep(orderAt('payment'), 'payment');
  expect(await frame()).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: /STC Pay/ })).toBeNull();
});

it('says that the payment methods failed to load, and asks again', async () => {
  server.use(http.get(api('/configuration/app'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderStep(orderAt('payment'), 'payment');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await frame()).toBeInTheDocument();
});

it('shows Apple Pay only if the browser supports it', async () => {
  vi.stubGlobal('ApplePaySession', class {});
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  renderStep(orderAt('payment'), 'payment');
  const button = await screen.findByTitle<HTMLIFrameElement>('Apple Pay');
  expect(button.src).toContain('wallet=apple-pay');
  expect(button).toHaveAttribute('allow', 'payment');
  await say(token, 'https://pay.example', button.contentWindow);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ cardToken: 'tok_abcdefghijklmnop' });
});

it('shows guests no saved cards', async () => {
  renderStep(orderAt('payment'), 'payment');
  expect(await frame()).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('radio', { name: /••••|Apple Pay/ })).toBeNull();
  expect(screen.getByRole('img', { name: 'mada, Visa and Mastercard' })).toBeVisible();
});

it('brings each state of the payment into view, and the bar below says it', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const order = orderAt('payment');
  renderStep(order, 'payment');
  await frame();
  for (const [seq, [status, title, inBar]] of (
    [
      ['processing', 'Your payment is being processed…', 'Paying…'],
      ['declined', 'Oops, Payment failed', 'Payment declined. Nothing was charged.'],
      ['pending', 'Payment is still pending', 'Payment still pending. Do not pay again.'],
    ] as const
  ).entries()) {
    scrolled.mockClear();
    act(() =>
      storeOrder(queries, 'en', { ...order, seq: order.seq + seq + 1, payments: [attempt({ status })] }),
    );
    const said = await screen.findByText(title);
    expect(document.activeElement, status).toContainElement(said);
    expect(scrolled.mock.instances, status).toEqual([document.activeElement]);
    expect(screen.getByText(inBar)).toBeVisible();
  }
});
