import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Order } from '@/api/gen';
import { minimalSite } from '@/lib/site/minimal-site';
import { orderId, placedOrder } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession } from '@/testing/session';
import { serveSite } from '@/testing/site';
import { vcardOf } from './vcard';

const contact: Order['contact'] = {
  fullName: 'Noura Ali',
  email: 'noura@example.com',
  mobile: '0551234567',
  verified: ['mobile'],
};

const active = (over: Partial<Order> = {}): Order =>
  placedOrder('active', { msisdn: '0571234567', contact, ...over });

/** The customer of the order signs in, and has an invitation code. */
function serveCustomer() {
  serveSession();
  server.use(
    http.get(api('/users/current/referral'), () =>
      HttpResponse.json({ data: { code: 'NOURA234', friends: 0, reward: 2_500, earned: 0 } }),
    ),
  );
}

const accountPath = api(`/orders/${orderId}/account`);

it('offers a guest an account, and signs in with one tap', async () => {
  const shown: (string | null)[] = [];
  server.use(
    http.post(accountPath, ({ request }) => {
      shown.push(request.headers.get('authorization'));
      serveCustomer();
      return HttpResponse.json({ data: { auth_token: 'user-token', roles: ['customer'] } }, { status: 201 });
    }),
  );
  const { user } = renderStep(active(), 'order-details');
  expect(await screen.findByRole('heading', { name: 'Your number works' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Create my account' }));
  expect(await screen.findByText('Your account is ready, you are signed in')).toBeVisible();
  expect(await screen.findByText(/You and your friend get SAR 25 of credit each/)).toBeVisible();
  expect(shown).toEqual(['Bearer device-token']);
  expect(screen.queryByRole('button', { name: 'Create my account' })).toBeNull();
});

it('asks a browser that has shown no code for one', async () => {
  let proven = false;
  server.use(
    http.post(accountPath, () =>
      proven
        ? HttpResponse.json({ data: { auth_token: 'user-token', roles: ['customer'] } }, { status: 201 })
        : refuse(409, { messageKey: 'verification_required' }),
    ),
    http.post(api('/orders/lookup'), async ({ request }) => {
      expect(await request.json()).toEqual({ orderNumber: 'SC12345678', contact: '0551234567' });
      const now = new Date().toISOString();
      return HttpResponse.json({
        data: { expires_at: now, resend_at: now, tries_left: 5, server_time: now, sent_to: ['055••••567'] },
      });
    }),
    http.post(api('/orders/lookup/validate'), () => {
      proven = true;
      serveCustomer();
      return HttpResponse.json({ orderId, orderSessionId: 'another-secret-of-this-order' });
    }),
  );
  const { user } = renderStep(active(), 'order-details');
  await user.click(await screen.findByRole('button', { name: 'Create my account' }));
  await user.click(await screen.findByRole('button', { name: 'Send the code' }));
  await user.type(await screen.findByRole('textbox', { name: /code/i }), '123456');
  expect(await screen.findByText('Your account is ready, you are signed in')).toBeVisible();
});

it.each([
  ['number_already_registered', '0571234567'],
  ['contact_has_account', '0551234567'],
  ['email_in_use', 'noura@example.com'],
] as const)(
  'leads a customer with an account (%s) to the sign-in, with the name filled in',
  async (key, login) => {
    server.use(http.post(accountPath, () => refuse(409, { messageKey: key })));
    const { user, path } = renderStep(active(), 'order-details');
    await user.click(await screen.findByRole('button', { name: 'Create my account' }));
    const card = screen.getByRole('region', { name: 'Your account in one tap' });
    await user.click(await within(card).findByRole('link', { name: 'Sign in' }));
    expect(await screen.findByRole('textbox', { name: /mobile/i })).toHaveValue(login);
    expect(path()).toBe('/en/login');
  },
);

it('offers no account for the SIM of an existing line', async () => {
  renderStep(active({ kind: 'sim-replacement', numberSource: 'existing' }), 'order-details');
  expect(await screen.findByRole('heading', { name: 'First steps' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create my account' })).toBeNull();
});

it('tells the access point of the operator, and keeps the ticks in the tab', async () => {
  serveSite((language) => ({
    settings: { ...minimalSite.settings, apn: 'selfcare', termsUrl: `/${language}/terms` },
  }));
  const { user } = renderStep(active(), 'order-details');
  const steps = await screen.findByRole('region', { name: 'First steps' });
  await user.click(within(steps).getByText('No internet?'));
  expect(within(steps).getByText('selfcare')).toBeVisible();
  await user.click(within(steps).getByRole('button', { name: 'Try the internet' }));
  expect(within(steps).queryByText('No internet?')).toBeNull();
  expect(sessionStorage.getItem(`first-steps:${orderId}`)).toBe('internet');
});

it.each([
  ['رقمي', '0571234567', 'TEL;TYPE=CELL:+966571234567'],
  ['A, B; C', '0571234567', 'FN:A\\, B\\; C'],
])('writes the contact %s', (name, number, line) => {
  expect(vcardOf(name, number).split('\r\n')).toContain(line);
});
