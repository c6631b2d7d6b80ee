import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { i18n } from '@/i18n';
import type { Analytics } from '@/lib/analytics/analytics';
import { countedPath } from '@/lib/analytics/analytics';
import { AppTheme } from '../app-theme';
import { AnalyticsContext, Tracking } from './tracking';

/** Records the data that would be sent. */
function recorder() {
  const views: string[] = [];
  const pixels: string[] = [];
  const links: string[] = [];
  const analytics: Analytics = {
    pageView: (path) => void views.push(path),
    pixel: (network) => void pixels.push(network),
    outboundLink: async (url) => void links.push(url),
  };
  return { analytics, views, pixels, links };
}

async function open(address: string) {
  await i18n.changeLanguage('en');
  await i18n.loadNamespaces('shell');
  const sent = recorder();
  const router = createMemoryRouter([{ path: '*', element: <Tracking /> }], { initialEntries: [address] });
  render(
    <AppTheme>
      <AnalyticsContext value={sent.analytics}>
        <RouterProvider router={router} />
      </AnalyticsContext>
    </AppTheme>,
  );
  return { ...sent, router, user: userEvent.setup() };
}

it.each([
  ['meta', 'meta'],
  ['facebook', 'meta'],
  ['Instagram', 'meta'],
  ['tiktok', 'tiktok'],
  ['snap', 'snap'],
  ['snapchat', 'snap'],
  ['x', 'x'],
  ['twitter', 'x'],
])('tells the network of %s after the visitor agreed, once per session', async (source, network) => {
  const { user, pixels, router } = await open(`/en/?utm_source=${source}`);
  expect(pixels).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Allow' }));
  expect(pixels).toEqual([network]);
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  await router.navigate('/en/terms');
  await router.navigate(`/en/?utm_source=${source}`);
  expect(pixels, 'told already').toEqual([network]);
  await router.navigate(`/en/?utm_source=${network === 'x' ? 'meta' : 'x'}`);
  await waitFor(() => expect(pixels).toHaveLength(2));
});

it('tells no advertiser when the visitor says no, and does not ask again', async () => {
  const { user, pixels, router } = await open('/en/?utm_source=x');
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  await router.navigate('/en/?utm_source=tiktok');
  expect(pixels).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

it('only logs a source it does not know', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { pixels } = await open('/en/?utm_source=newspaper');
  await waitFor(() => expect(log).toHaveBeenCalledWith('unknown utm_source', 'newspaper'));
  expect(pixels).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

it('counts each change of the path, without ids', async () => {
  const { views, router } = await open('/en/');
  await router.navigate('/en/order-sim/01920000-0000-7000-8000-000000000001/payment');
  await router.navigate('/en/order-sim/01920000-0000-7000-8000-000000000001/payment?again');
  await waitFor(() => expect(views).toEqual(['/en/', '/en/order-sim/:id/payment']));
  expect(countedPath('/en/terms')).toBe('/en/terms');
});
