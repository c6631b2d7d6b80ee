import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '@/api/gen';
import { orderAt, placedOrder } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { takeCalls } from '@/testing/server';

type Attempt = Order['payments'][number];

const attempt = (over: Partial<Attempt>): Attempt => ({
  id: '01920000-0000-7000-8000-000000000009',
  status: 'processing',
  amount: 58_000,
  at: new Date().toISOString(),
  ...over,
});

const frame = () => screen.findByTitle<HTMLIFrameElement>('Card details');

/** What the provider's page would say. */
async function say(data: object, origin = 'https://pay.example', source?: Window | null): Promise<void> {
  const from = source === undefined ? (await frame()).contentWindow : source;
  act(() => {
    fireEvent(window, new MessageEvent('message', { data, origin, source: from }));
  });
}

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

it('opens the fields in the language and colours of the page', async () => {
  renderStep(orderAt('payment'), 'payment', 'ar');
  const fields = await screen.findByTitle<HTMLIFrameElement>('بيانات البطاقة');
  expect(fields.src).toBe('https://pay.example/fields?key=pk_test&lang=ar&scheme=light');
});

it('believes no other origin and no other window', async () => {
  const calls = takeCalls('post', '/payments', orderAt('payment', { seq: 2 }));
  renderStep(orderAt('payment'), 'payment');
  await say(token, 'https://evil.example');
  await say(token, 'https://pay.example', window);
  await say({ type: 'token', token: 42 });
  await say({ type: 'error', message: 'The card number is not complete' });
  expect(await screen.findByText('The card number is not complete')).toBeVisible();
  expect(calls).toHaveLength(0);
});

it('says why a card was declined and takes another one', async () => {
  const declined = attempt({ status: 'declined', declineMessage: 'Not enough money on the card' });
  renderStep(orderAt('payment', { payments: [declined] }), 'payment');
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops, Payment failed');
  expect(screen.getByText('Not enough money on the card')).toBeVisible();
  expect(await frame()).toBeInTheDocument();
});

it('asks for no other card while a payment is pending', async () => {
  renderStep(orderAt('payment', { payments: [attempt({ status: 'pending' })] }), 'payment');
  expect(await screen.findByText('Payment is still pending')).toBeVisible();
  expect(screen.queryByTitle('Card details')).toBeNull();
});

it('offers the bank page again, or another card, when 3-D Secure was left', async () => {
  const challenge = attempt({ status: 'challenge', challengeUrl: 'https://pay.example/challenge/1' });
  const { user } = renderStep(orderAt('payment', { payments: [challenge] }), 'payment');
  expect(await screen.findByRole('button', { name: "Go to my bank's page" })).toBeEnabled();
  expect(screen.queryByTitle('Card details')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use another card' }));
  expect(await frame()).toBeInTheDocument();
});
