import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const answers = (offer: object) =>
  server.use(http.post(api('/promo-codes/check'), () => HttpResponse.json({ data: offer })));

async function asks(typed: string) {
  await signIn();
  const { user } = renderApp('/en/promo');
  await user.type(await screen.findByRole('textbox', { name: 'Promo code' }), typed);
  await user.click(screen.getByRole('button', { name: 'Check the code' }));
  return user;
}

it('shows the discount of a code and its scope', async () => {
  answers({ code: 'TOPUP10', percent: 10, kinds: ['recharge', 'data-recharge'], plans: [] });
  await asks('topup10');
  expect(await screen.findByRole('heading', { name: 'TOPUP10' })).toHaveFocus();
  expect(screen.getByText('10% off')).toBeVisible();
  const where = within(screen.getByRole('main'));
  expect(where.getByText('Balance recharges')).toBeVisible();
  expect(where.getByText('Data recharges')).toBeVisible();
  const { getByRole } = within(screen.getByRole('main'));
  expect(getByRole('link', { name: 'Recharge' })).toHaveAttribute('href', '/en/recharge');
  expect(screen.queryByRole('link', { name: 'Order a SIM' })).toBeNull();
});

it('names the plans and the last day, and leads to an order', async () => {
  answers({
    code: 'PLAN20',
    amount: 2_000,
    kinds: [],
    plans: ['Hawakom 90'],
    endsAt: '2026-12-31T20:00:00Z',
  });
  await asks('PLAN20');
  expect(await screen.findByText('SAR 20 off')).toBeVisible();
  expect(screen.getByText('Every order of a SIM, an eSIM or a number')).toBeVisible();
  expect(screen.getByText('Hawakom 90')).toBeVisible();
  expect(screen.getByText('31 December 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Order a SIM' })).toHaveAttribute('href', '/en/order-sim');
});

it('says at the field what is wrong with a code', async () => {
  server.use(
    http.post(api('/promo-codes/check'), () =>
      refuse(422, { message: 'This promo code has ended.', fields: { code: 'This promo code has ended.' } }),
    ),
  );
  await asks('SUMMER');
  const field = screen.getByRole('textbox', { name: 'Promo code' });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(field).toHaveAccessibleDescription('This promo code has ended.');
});

it.each([
  [['multisim'], 'Order an extra SIM', '/en/multi-sim'],
  [['sim-replacement', 'esim-replacement'], 'Replace a SIM', '/en/replace-sim'],
  [['esim'], 'Order an eSIM', '/en/order-esim'],
])('leads to the page that accepts a code of %s (PAY-6)', async (kinds, name, href) => {
  answers({ code: 'ONCE', percent: 10, kinds, plans: [] });
  await asks('once');
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  expect(screen.queryByRole('link', { name: 'Order a SIM' })).toBeNull();
});
