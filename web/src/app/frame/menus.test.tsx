import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { CurrentUser } from '@/api/gen-session';
import { openPageAnew, reloadSession, selectAccount } from '@/lib/session';
import { save } from '@/lib/session/vault';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { user as account, mainLine, serveSession, signIn, subLine } from '@/testing/session';
import { menuItem, serveSite, siteRoutes } from '@/testing/site';

const mainMenu = {
  slug: 'main-menu',
  items: [
    menuItem('order-sim', { title: 'Order a SIM', path: '/en/order-sim' }),
    menuItem('entertainment', {
      title: 'Entertainment',
      path: 'https://play.example',
      permission: 'entertainment',
    }),
    menuItem('bundles', {
      title: 'Bundles',
      children: [
        menuItem('int-pass', { title: 'Pass', path: '/en/find-order', permission: 'bundles' }),
        menuItem('rates', { title: 'Rates', path: '/en/my-orders' }),
      ],
    }),
  ],
};
const named = (name: string) => screen.queryByRole('link', { name, hidden: true });

it('offers everything to a guest', async () => {
  serveSite(() => ({ mainMenu }));
  renderApp('/en/terms');
  expect(await screen.findByText('Bundles')).toBeVisible();
  expect(named('Order a SIM')).toHaveAttribute('href', '/en/order-sim');
  expect(named('Entertainment')).toHaveAttribute('href', 'https://play.example');
});

it('hides pages that the chosen line may not open, by key and by path name', async () => {
  serveSite(() => ({ mainMenu }));
  await signIn([mainLine], { accessList: [{ key: 'bundles' }], hidden_menu: ['rates'] });
  renderApp('/en/terms');
  await screen.findByRole('link', { name: 'Order a SIM' });
  await waitFor(() => expect(named('Entertainment')).toBeNull());
  expect(named('Order a SIM')).not.toBeNull();
  expect(named('Pass')).not.toBeNull();
  expect(named('Rates')).toBeNull();
});

/** Holds back the answer about the account until the returned function is called. */
function holdAccount(over: Partial<CurrentUser> = {}): () => void {
  let letThrough = () => {};
  const asked = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  server.use(
    http.get(api('/users/current'), async () => {
      await asked;
      return HttpResponse.json({ data: { ...account, ...over } });
    }),
  );
  return letThrough;
}

const granted = { userInfo: account, permissions: null };
const hidden = { ...granted, userInfo: { ...account, hidden_menu: ['entertainment'] } };
const withoutKey = { ...granted, permissions: [] };

/** Opens a page in a browser with a stored session. */
async function openKept(kept: object): Promise<void> {
  await save({ authToken: 'user-token', loggedIn: true, ...kept });
  openPageAnew();
  renderApp('/en/terms');
}

it.each([
  ['nothing else is kept', {}],
  ['the line had it at the last visit', granted],
])('shows no entry that a line may lack before the account is there: %s', async (_, kept) => {
  serveSite(() => ({ mainMenu }));
  serveSession();
  const answer = holdAccount({ hidden_menu: ['entertainment'] });
  await openKept(kept);
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  expect(named('Order a SIM')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Entertainment' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Pass' })).toBeNull();
  answer();
  expect(await screen.findByRole('link', { name: 'Pass', hidden: true })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Entertainment')).toBeNull());
});

it.each([
  ['the place of an entry which the line had', granted, true],
  ['no place for one whose key it lacked', withoutKey, false],
  ['no place for one hidden for it', hidden, false],
])('keeps %s at the last visit until the account is there', async (_, kept, place) => {
  serveSite(() => ({ mainMenu }));
  serveSession();
  const answer = holdAccount();
  await openKept(kept);
  await screen.findByRole('heading', { level: 1, name: /Terms/ });
  await waitFor(() => expect(screen.queryAllByText('Entertainment')).toHaveLength(place ? 1 : 0));
  expect(screen.queryByRole('link', { name: 'Entertainment' })).toBeNull();
  answer();
  expect(await screen.findByRole('link', { name: 'Entertainment' })).toBeVisible();
});

it('drops a group without entries', async () => {
  serveSite(() => ({ mainMenu }));
  await signIn([mainLine], { accessList: [], hidden_menu: ['rates'] });
  renderApp('/en/terms');
  await screen.findByRole('link', { name: 'Order a SIM' });
  await waitFor(() => expect(named('Entertainment')).toBeNull());
  expect(screen.queryByText('Bundles')).toBeNull();
});

it('opens a group by a click and closes it by Escape', async () => {
  serveSite(() => ({ mainMenu }));
  const { user } = renderApp('/en/terms');
  const group = await screen.findByText('Bundles');
  await user.click(group);
  expect(group.closest('details')).toHaveAttribute('open');
  await user.keyboard('{Escape}');
  expect(group.closest('details')).not.toHaveAttribute('open');
  expect(group).toHaveFocus();
});

it('shows the whole menu in the drawer and closes it when an entry is chosen', async () => {
  serveSite(() => ({ mainMenu }));
  const { user, path } = renderApp('/en/terms');
  await user.click(await screen.findByRole('button', { name: 'Open the menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Main' });
  expect(within(drawer).getByRole('heading', { name: 'Bundles' })).toBeVisible();
  await user.click(within(drawer).getByRole('link', { name: 'Order a SIM' }));
  await waitFor(() => expect(path()).toBe('/en/order-sim/select-number'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('puts the footer menus of the server at the end of the page', async () => {
  serveSite(() => ({
    footerMenu: {
      slug: 'footer-menu',
      items: [
        menuItem('shop', {
          title: 'Shop',
          children: [menuItem('a', { title: 'Numbers', path: '/en/order-sim' })],
        }),
      ],
    },
    footerLast: {
      slug: 'footer-last',
      items: [menuItem('terms', { title: 'Conditions', path: '/en/terms' })],
    },
  }));
  renderApp('/en/terms');
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByRole('heading', { name: 'Shop' })).toBeVisible();
  expect(footer.getByRole('link', { name: 'Numbers' })).toHaveAttribute('href', '/en/order-sim');
  expect(footer.getByRole('link', { name: 'Conditions' })).toBeVisible();
});

const guardedTerms = () => ({
  routes: siteRoutes('en').map((route) =>
    route.key === 'terms' ? { ...route, requiresSignIn: true, permission: 'history' } : route,
  ),
});

it('sends a guest to the sign-in from a page for members, with the way back', async () => {
  serveSite(guardedTerms);
  const calls = serveSession();
  const { router, path } = renderApp('/en/terms');
  await waitFor(() => expect(path()).toBe('/en/login'));
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /auth/device'));
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe('/en/terms');
});

it('has the page for a member, until the permission is taken away', async () => {
  serveSite(guardedTerms);
  await signIn([mainLine], { accessList: [{ key: 'history' }] });
  renderApp('/en/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  serveSession([mainLine], { accessList: [] });
  await reloadSession();
  expect(await screen.findByRole('heading', { name: 'This line cannot open this page' })).toBeVisible();
});

it('has no page that a line may lack before the account is there', async () => {
  serveSite(guardedTerms);
  const calls = serveSession();
  const answer = holdAccount();
  await openKept(granted);
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('GET /users/subscribers'));
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  answer();
  expect(await screen.findByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
});

it('shows a name once if a page and its group share it', async () => {
  serveSite(() => ({
    mainMenu: {
      slug: 'main-menu',
      items: [
        menuItem('terms', {
          title: 'Terms and conditions',
          children: [menuItem('terms', { path: '/en/terms' })],
        }),
      ],
    },
  }));
  renderApp('/en/terms');
  const trail = within(await screen.findByRole('navigation', { name: 'You are here' }));
  await waitFor(() =>
    expect(trail.getByText('Terms and conditions')).toHaveAttribute('aria-current', 'page'),
  );
});

it('shows the breadcrumbs of a page', async () => {
  serveSite(() => ({
    mainMenu: {
      slug: 'main-menu',
      items: [menuItem('help', { title: 'Help', children: [menuItem('terms', { path: '/en/terms' })] })],
    },
  }));
  renderApp('/en/terms');
  const trail = within(await screen.findByRole('navigation', { name: 'You are here' }));
  expect(trail.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/en/');
  await waitFor(() => expect(trail.getByText(/Terms/)).toHaveAttribute('aria-current', 'page'));
  expect(await trail.findByText('Help')).toBeVisible();
});

it('leads from an item back to its list', async () => {
  serveSite(() => ({
    mainMenu: {
      slug: 'main-menu',
      items: [
        menuItem('order', {
          title: 'Order',
          children: [menuItem('plans', { title: 'Plans', path: '/en/plans' })],
        }),
      ],
    },
  }));
  renderApp('/en/plans/hawakom-55');
  const trail = within(await screen.findByRole('navigation', { name: 'You are here' }));
  expect(await trail.findByRole('link', { name: 'Plans' })).toHaveAttribute('href', '/en/plans');
  expect(trail.getByText('Order')).toBeVisible();
});

it('says that there is no such page if an address cannot be decoded', async () => {
  serveSite(() => ({ mainMenu }));
  const { router } = renderApp('/en/terms');
  await screen.findByRole('navigation', { name: 'You are here' });
  await router.navigate('/en/%E0%A4%A');
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
  expect(named('Order a SIM')).toBeVisible();
});

it('says why a page is closed to a line, and lets its owner use the main account (D3)', async () => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'addonsData' ? { ...route, permission: 'bundles' } : route,
    ),
  }));
  await signIn([mainLine, subLine], { accessList: [] });
  await selectAccount(subLine.subscription_id);
  renderApp('/en/add-ons-data');
  expect(await screen.findByRole('heading', { name: 'This line cannot open this page' })).toBeVisible();
  expect(
    screen.getByText(/The permissions of Driver do not cover it\. Ask the holder of .*0003/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Use the main account' })).toBeVisible();
});

it.each([
  ['en', /It is for postpaid lines, and .*0003.* is prepaid\./, 'Use Driver'],
  ['ar', /هذه الصفحة للخطوط المفوترة، والخط .*0003.* مسبق الدفع\./, 'استخدام الخط Driver'],
])(
  'says in %s of which kind a line must be for a page, and offers one that is (ACC-4)',
  async (language, why, use) => {
    serveSite((each) => ({
      routes: siteRoutes(each).map((route) =>
        route.key === 'profile' ? { ...route, permission: 'bills' } : route,
      ),
    }));
    const prepaid = { ...mainLine, properties: { subscription_type: 'prepaid' as const, data_sim: false } };
    const postpaid = { ...subLine, properties: { subscription_type: 'postpaid' as const, data_sim: false } };
    await signIn([prepaid, postpaid], { hidden_menu: ['profile'] });
    renderApp(`/${language}/profile`);
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.getByRole('button', { name: use })).toBeVisible();
  },
);

it('does not send a line of the wrong kind to the holder of its account (ACC-4)', async () => {
  serveSite((language) => ({
    routes: siteRoutes(language).map((route) =>
      route.key === 'profile' ? { ...route, permission: 'bills' } : route,
    ),
  }));
  await signIn([mainLine, subLine], { hidden_menu: ['profile'] });
  await selectAccount(subLine.subscription_id);
  renderApp('/en/profile');
  expect(await screen.findByText('It is for postpaid lines, and Driver is prepaid.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Use the main account' })).toBeVisible();
});
