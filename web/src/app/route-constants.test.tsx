import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { templates } from '@/app/templates';
import { renderApp } from '@/testing/render';
import { serveSite, siteRoutes } from '@/testing/site';

/** The route-name constants of the specification (section 2), and the layouts by route key. */
const constants = [
  'login',
  'directLogin',
  'registration',
  'resetpassword',
  'quicklogin',
  'deactivateNumber',
  'subscribeBundle',
  'services',
  'recharge',
  'transfer',
  'activate-email',
  'change-email',
  'referral-banner',
  'recharge-meter',
  'all_vanities',
  'maintenance',
  'payinvoice',
  'dashboard',
  'hawakom-faq',
  'loyalty-faq',
];

it.each(constants)('the route %s is a page of the app in both languages (APP-12)', (key) => {
  for (const language of ['en', 'ar'] as const) {
    const route = siteRoutes(language).find((each) => each.key === key);
    expect(Object.keys(templates)).toContain(route?.template);
  }
});

it.each(constants.filter((key) => key !== 'maintenance'))(
  'the route %s opens, or leads to the sign-in, and never nowhere (APP-12)',
  async (key) => {
    serveSite();
    const address = siteRoutes('en').find((each) => each.key === key)?.rewrite_url;
    const { router } = renderApp(`/en/${address}`);
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    await waitFor(() =>
      expect(document.querySelector('h1, [role=status], [role=alert], form')).not.toBeNull(),
    );
    expect(screen.queryByRole('heading', { name: 'We could not find this page' })).toBeNull();
  },
);

it.each([
  ['/en/subscribe-bundle/net-saver-5', '/en/bundles/net-saver-5'],
  ['/en/subscribe-bundle', '/en/bundles'],
  ['/ar/subscribe-bundle/net-saver-5', '/ar/الحزم/net-saver-5'],
])('a link to subscribe to a bundle leads to it (%s)', async (address, bundle) => {
  serveSite();
  const { path } = renderApp(address);
  await waitFor(() => expect(path()).toBe(bundle));
});
