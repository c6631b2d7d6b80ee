import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PermissionKey } from '@/api/gen-session';
import { renderApp } from '@/testing/render';
import { mainLine, signIn, subLine } from '@/testing/session';
import { menuItem, serveSite, siteRoutes } from '@/testing/site';

it('shows the sidebar with the entries whose page exists and is open', async () => {
  serveSite((language) => ({
    routes: [
      ...siteRoutes(language),
      ...['myBills', 'transfer'].map((key) => ({
        key,
        template: 'terms',
        rewrite_url: key,
        layout: 'dashboard' as const,
        requiresSignIn: true,
      })),
    ],
  }));
  await signIn([mainLine], {
    accessList: [{ key: 'credit_transfer' }, { key: 'bills' }],
    hidden_menu: ['history'],
  });
  renderApp('/en/profile');
  const sidebar = within(await screen.findByRole('navigation', { name: 'Your line' }));
  const shown = (name: string) =>
    within(sidebar.getByRole('list', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent);
  expect(shown('My line')).toEqual([
    'Home',
    'My plan',
    'Multi-SIM',
    'SIM information',
    'Number settings',
    'Replace my SIM',
  ]);
  expect(shown('Payments'), 'postpaid: bills, but no credit transfer').toEqual([
    'Recharge',
    'My bills',
    'Credit limit',
    'My cards',
    'Promo code',
  ]);
  expect(shown('Add-ons and services')).toEqual([
    'Data add-ons',
    'Minutes add-ons',
    'SMS add-ons',
    'Services',
    'Entertainment',
    'Games',
  ]);
  expect(shown('Account and help')).toEqual([
    'Profile',
    'My accounts',
    'My orders',
    'Invite a friend',
    'Make a complaint',
    'Help',
  ]);
});

const bar = async () => within(await screen.findByRole('navigation', { name: 'Main pages' }));
const wordsOf = (links: HTMLElement[]) => links.map((link) => link.textContent);

it('has the main pages of the line at the bottom, and marks the one that is open', async () => {
  await signIn();
  renderApp('/en/profile');
  const bottom = await bar();
  expect(wordsOf(bottom.getAllByRole('link'))).toEqual(['Home', 'My plan', 'Recharge', 'History']);
  expect(bottom.getByRole('link', { name: 'Recharge' })).toHaveAttribute('href', '/en/recharge');
  expect(bottom.queryByRole('link', { current: 'page' })).toBeNull();
});

it('marks in the bottom bar the page above the one that is open', async () => {
  await signIn();
  renderApp('/en/switch-plan/hawakom-90');
  expect(await (await bar()).findByRole('link', { current: true })).toHaveTextContent('My plan');
});

it('has no bottom bar for a guest, and none beside a page without a header', async () => {
  renderApp('/en/terms');
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  expect(screen.queryByRole('navigation', { name: 'Main pages' })).toBeNull();
});

it('gives the place of a page that the line may not open to the next one', async () => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'recharge' ? { ...route, permission: 'bundles' } : route,
    ),
  }));
  await signIn([mainLine], { accessList: [{ key: 'bills' }] });
  renderApp('/en/profile');
  const bottom = await bar();
  await waitFor(() =>
    expect(wordsOf(bottom.getAllByRole('link'))).toEqual(['Home', 'My plan', 'Bills', 'Profile']),
  );
});

it('opens the drawer with all pages of the line, and each page of the site once', async () => {
  serveSite(() => ({
    mainMenu: {
      slug: 'main-menu',
      items: [
        menuItem('my-sim', {
          title: 'My SIM',
          children: [
            menuItem('recharge', { title: 'Recharge', path: '/en/recharge' }),
            menuItem('rates', { title: 'International rates', path: '/en/international-rates' }),
          ],
        }),
      ],
    },
  }));
  await signIn();
  const { user } = renderApp('/en/profile');
  await user.click((await bar()).getByRole('button', { name: 'More' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Main' }));
  expect(drawer.getByRole('list', { name: 'Account and help' })).toBeVisible();
  expect(drawer.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  expect(drawer.getAllByRole('link', { name: 'Recharge' })).toHaveLength(1);
  expect(drawer.getByRole('link', { name: 'International rates' })).toBeVisible();
});

it.each<[string, { key: PermissionKey }[], boolean]>([
  ['has', [{ key: 'bundles_build_your_bundle' }], true],
  ['has not', [{ key: 'bundles_find_your_bundle' }], false],
])('leads to a bundle of one’s own the line that %s the permission for it', async (_, accessList, shown) => {
  await signIn([mainLine], { accessList });
  renderApp('/en/dashboard');
  const sidebar = within(await screen.findByRole('navigation', { name: 'Your line' }));
  expect(await sidebar.findByRole('link', { name: 'Data add-ons' })).toBeVisible();
  const entry = sidebar.queryByRole('link', { name: 'Build your bundle' });
  expect(entry?.getAttribute('href')).toBe(shown ? '/en/customize-bundle' : undefined);
});

it.each([
  ['/en/change-email', 'Profile', ['Home', 'Profile']],
  ['/en/add-account', 'My accounts', ['Home', 'My accounts']],
  ['/en/profile', 'Profile', ['Home']],
])('leads back from %s to what is above it', async (address, entry, way) => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'add-account' ? { ...route, layout: 'dashboard' } : route,
    ),
  }));
  await signIn();
  renderApp(address);
  const trail = within(await screen.findByRole('navigation', { name: 'You are here' }));
  await waitFor(() => expect(trail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(way));
  const sidebar = within(screen.getByRole('navigation', { name: 'Your line' }));
  expect(
    sidebar.getByRole('link', { current: address.endsWith('profile') ? 'page' : true }),
  ).toHaveTextContent(entry);
});

/** Permissions of the specification that the account's owner can grant to a line. */
const grants: PermissionKey[] = [
  'entertainment',
  'credit_transfer',
  'bundles',
  'roaming',
  'special_services',
  'bundles_build_your_bundle',
  'bundles_find_your_bundle',
  'history',
  'bills',
];

it.each(grants)('the sidebar shows no entry whose page needs %s to a line without it', async (needed) => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'profile' ? route : { ...route, permission: needed },
    ),
  }));
  const others = grants.filter((key) => key !== needed).map((key) => ({ key }));
  await signIn([mainLine, subLine], { accessList: others });
  renderApp('/en/profile');
  const sidebar = await screen.findByRole('navigation', { name: 'Your line' });
  await waitFor(() => expect(within(sidebar).getAllByRole('link')).toHaveLength(1));
});
