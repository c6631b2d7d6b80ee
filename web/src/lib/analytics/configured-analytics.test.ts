import { afterEach, expect, it, vi } from 'vitest';
import { minimalSite } from '@/lib/site/minimal-site';

afterEach(async () => {
  // The next test file gets the same module instances: they must not know a site.
  (await import('@/lib/site/site')).forgetSites();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/**
 * Loads the analytics of a build with these environment variables and of a server with this service. Returns
 * the requests that it sends.
 */
async function builtWith(environment: Record<string, string>, analyticsUrl?: string) {
  vi.resetModules();
  for (const [name, value] of Object.entries(environment)) {
    vi.stubEnv(name, value);
  }
  const sendBeacon = vi.fn();
  vi.stubGlobal('navigator', { ...navigator, sendBeacon });
  const { learnSite } = await import('@/lib/site/site');
  learnSite('en', {
    ...minimalSite,
    settings: { ...minimalSite.settings, ...(analyticsUrl && { analyticsUrl }) },
  });
  const { configuredAnalytics } = await import('./configured-analytics');
  return { analytics: configuredAnalytics, sendBeacon };
}

it('sends to the analytics service that the operator has set', async () => {
  const { analytics, sendBeacon } = await builtWith({}, 'https://count.example');
  analytics.pageView('/en/plans');
  await analytics.outboundLink('https://elsewhere.example');
  expect(sendBeacon.mock.calls).toEqual([
    ['https://count.example', '{"pageView":"/en/plans"}'],
    ['https://count.example', '{"outboundLink":"https://elsewhere.example"}'],
  ]);
});

it('loads the pixel of a network from the address in the environment', async () => {
  const { analytics } = await builtWith({ VITE_PIXEL_SNAP_URL: 'https://snap.example/pixel.js' });
  analytics.pixel('snap');
  analytics.pixel('x');
  expect([...document.head.querySelectorAll('script')].map(({ src }) => src)).toEqual([
    'https://snap.example/pixel.js',
  ]);
});

it('sends nothing without a service', async () => {
  const { analytics, sendBeacon } = await builtWith({});
  analytics.pageView('/en/plans');
  analytics.pixel('meta');
  expect(sendBeacon).not.toHaveBeenCalled();
  expect(document.head.querySelector('script')).toBeNull();
});
