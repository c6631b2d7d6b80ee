import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Purchase } from '@/api/gen-purchases';
import { signOut } from '@/lib/session/account';
import { keepOrder, keptOrder } from '@/lib/session/kept-order';
import { card, prepaidLine, purchase, servePurchase, serveRecharge, takePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const { id } = purchase();
const friend = '0570000009';
const again = { name: 'Try again with another way to pay' };

/** A declined payment with the saved card. */
const declined = {
  status: 'failed',
  way: 'saved-card',
  payment: {
    id: '01920000-0000-7000-8000-0000000000e1',
    status: 'declined',
    brand: 'MADA',
    last4: '0015',
    declineMessage: 'Not enough money on the card.',
  },
} as const satisfies Partial<Purchase>;

it('a declined recharge leads back to the payment methods with the reason, and keeps all choices', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card(), card({ id: '01920000-0000-7000-8000-0000000000c9', last4: '4242' })] });
  const calls = takePurchase(declined);
  server.use(http.post(api('/recharge/friend'), () => new HttpResponse(null, { status: 204 })));
  const { user, router } = renderApp('/en/recharge?tab=balanceRecharge');
  await user.type(await screen.findByRole('textbox', { name: 'Or type an amount in riyals' }), '77');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/nothing was charged.*Not enough money/);
  expect(router.state.location.pathname).toBe('/en/recharge');
  expect(screen.getByRole('radio', { name: /0015.*Declined just now/ })).not.toBeChecked();
  expect(screen.getByRole('radio', { name: /4242/ })).toBeChecked();
  expect(screen.getAllByText(/^77/)[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toMatchObject({
    amount: 7_700,
    pay: { cardId: '01920000-0000-7000-8000-0000000000c9' },
  });
});

it('a purchase that has led back once shows itself at the next visit', async () => {
  await signIn([prepaidLine]);
  servePurchase(declined);
  keepOrder(id, { from: '/en/recharge', wanted: {}, declined: { reason: '' } });
  const { router } = renderApp(`/en/purchase/${id}`);
  expect(await screen.findByRole('link', again)).toBeVisible();
  expect(router.state.location.pathname).toBe(`/en/purchase/${id}`);
});

it('a payment that was not confirmed in time leads back with that reason', async () => {
  await signIn([prepaidLine]);
  serveRecharge({ cards: [card()] });
  const failure = { code: 'payment_abandoned', message: 'Not confirmed in time.' };
  servePurchase({ ...declined, failure, payment: { id: declined.payment.id, status: 'abandoned' } });
  keepOrder(id, { from: '/en/recharge', wanted: { kind: 'recharge', amount: 7_700 } });
  const { router } = renderApp(`/en/purchase/${id}?payment=1`);
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/recharge'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not confirmed in time.');
});

const kept: [Purchase['kind'], string, unknown][] = [
  ['recharge', '/en/recharge?tab=balanceRecharge', { kind: 'recharge', amount: 7_700, friend }],
  ['data-recharge', '/en/recharge?tab=dataRecharge', { kind: 'data-recharge', pack: {} }],
  ['voucher', '/en/recharge?tab=voucherRecharge', { kind: 'voucher', voucher: '12345678901234' }],
  ['bundle', '/en/bundles/net-10', { renew: true }],
  ['gift', '/en/bundles/net-10', { gift: '0570000009' }],
  ['game', '/en/games/play', { email: 'sara@selfcare.example' }],
  ['invoice', '/en/my-bills/01920000-0000-7000-8000-0000000000b1/pay', { amount: 5_000 }],
];

it.each(kept)(
  'a declined payment of a %s leads back to %s with all that was chosen',
  async (kind, from, wanted) => {
    await signIn([prepaidLine]);
    servePurchase({ kind, status: 'failed' });
    keepOrder(id, { from, wanted });
    renderApp(`/en/purchase/${id}`);
    const main = within(await screen.findByRole('main'));
    const link = await main.findByRole('link', { name: kind === 'voucher' ? /voucher/ : again.name });
    const to = new URL(link.getAttribute('href') ?? '', location.origin);
    expect(to.pathname).toBe(from.split('?')[0]);
    expect(to.searchParams.get('again')).toBe(id);
    expect(keptOrder(id)?.wanted).toEqual(wanted);
  },
);

it('forgets the choice once the customer has signed out', async () => {
  await signIn([prepaidLine]);
  keepOrder(id, { from: '/en/recharge', wanted: { kind: 'recharge', amount: 7_700, friend } });
  await signOut();
  expect(keptOrder(id)).toBeUndefined();
});
