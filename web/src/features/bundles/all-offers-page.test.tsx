import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Offer } from '@/api/gen-bundles';
import { bundleOf, serveOffers } from '@/testing/bundles';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';

const launch: Offer = {
  id: 'launch-50',
  name: 'Fifty for the first fifty',
  description: '50 GB for 60 SAR',
  featured: true,
  bundle: bundleOf({ left: 3 }),
  endsAt: '2026-12-24T21:00:00Z',
};
const plan: Offer = {
  id: 'hawakom-130',
  name: 'Hawakom 130',
  description: 'More',
  featured: false,
  planId: 'hawakom-130',
};

it('shows featured offers first, with their end', async () => {
  serveOffers([plan, launch]);
  renderApp('/en/offers');
  const first = await screen.findByRole('region', { name: 'Featured' });
  const link = await within(first).findByRole('link', { name: `See ${launch.name}` });
  expect(link).toHaveAttribute('href', '/en/offers/launch-50');
  expect(within(first).getByText(/^Until/)).toBeVisible();
  expect(within(first).getByText('3 left')).toBeVisible();
  const others = screen.getByRole('region', { name: 'More offers' });
  expect(await within(others).findByRole('link', { name: 'See Hawakom 130' })).toBeVisible();
});

it('leads from an offer to what it sells', async () => {
  serveOffers([launch, plan]);
  renderApp('/en/offers/launch-50');
  expect(await screen.findByRole('link', { name: 'See the bundle' })).toHaveAttribute(
    'href',
    '/en/bundles/net-saver-5',
  );
});

it('leads from an offer of a plan to that plan', async () => {
  serveOffers([plan]);
  renderApp('/en/offers/hawakom-130');
  expect(await screen.findByRole('link', { name: 'See the plan' })).toHaveAttribute(
    'href',
    '/en/plans/hawakom-130',
  );
});

it('says that there are no offers, or why they cannot be shown', async () => {
  serveOffers([]);
  renderApp('/en/offers');
  expect(await screen.findByText('There are no offers at the moment.')).toBeVisible();
});

it('says that an offer is over', async () => {
  serveOffers([]);
  renderApp('/en/offers/launch-50');
  expect(await screen.findByRole('heading', { name: 'This offer is over' })).toBeVisible();
});

it('retries a failed request', async () => {
  serveOffers([launch, plan]);
  server.use(http.get(api('/offers'), () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/offers');
  expect(await screen.findByText('Not now')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: `See ${launch.name}` })).toBeVisible();
});

it.each([
  ['/offers/:id', '/en/offers/launch-50'],
  ['/bundles/:id', '/en/bundles/local-pass-100'],
])('keeps its heading if %s fails, and asks again', async (call, at) => {
  const failing = vi.fn(() => refuse(409, { message: 'Not now' }));
  server.use(http.get(api(call), failing));
  const { user } = renderApp(at);
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  const before = failing.mock.calls.length;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(before));
});
