import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Purchase } from '@/api/gen-purchases';
import { prepaidLine, purchase, servePurchase } from '@/testing/purchase';
import { renderApp } from '@/testing/render';
import { signIn } from '@/testing/session';

const address = `/purchase/${purchase().id}`;
type Bought = NonNullable<Purchase['bundles']>[number];

const minutes = {
  id: 'minutes-100',
  name: '100 minutes',
  items: [{ type: 'local_min', unit: 'minute', amount: 100 }],
  validityDays: 30,
  price: 1_000,
  validUntil: '2026-12-24T09:00:00Z',
} satisfies Bought;

beforeEach(async () => {
  vi.stubGlobal('location', { ...location, assign: vi.fn(), origin: location.origin });
  await signIn([prepaidLine]);
});

const serve = (...bundles: Bought[]) =>
  servePurchase({ kind: 'bundle', status: 'completed', way: 'card', bundles });

it('names an add-on when the bank leads back to it, and calls it no bundle', async () => {
  serve(minutes);
  const { router } = renderApp(`/en${address}?payment=returned`);
  expect(await screen.findByRole('heading', { level: 1, name: '100 minutes' })).toBeVisible();
  const said = screen.getByRole('heading', { level: 2, name: 'Purchased, and ready to use' });
  expect(said.closest('[aria-live]')).toHaveTextContent('100 minutes');
  expect(said.closest('[aria-live]')).not.toHaveTextContent(/bundle/i);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('names it in Arabic too', async () => {
  serve({ ...minutes, name: '100 دقيقة' });
  renderApp(`/ar${address}?payment=returned`);
  expect(await screen.findByRole('heading', { level: 1, name: '100 دقيقة' })).toBeVisible();
  const said = screen.getByRole('heading', { level: 2, name: 'تم الشراء، وهو جاهز للاستخدام' });
  expect(said.closest('[aria-live]')).not.toHaveTextContent('حزم');
});

it('lists several that were bought at once', async () => {
  serve(minutes, { ...minutes, id: 'sms-50', name: '50 SMS' });
  renderApp(`/en${address}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Bundle' })).toBeVisible();
  expect(screen.getByText('100 minutes')).toBeVisible();
  expect(screen.getByText('50 SMS')).toBeVisible();
});
