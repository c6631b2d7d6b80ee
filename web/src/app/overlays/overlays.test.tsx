import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { LineAlert } from '@/api/gen-session';
import { inBrowser } from '@/lib/browser-parts';
import { refreshSite } from '@/lib/site/site';
import { setConnection } from '@/testing/connection';
import { renderApp } from '@/testing/render';
import { api, refuse, serveDashboard, server } from '@/testing/server';
import { mainLine, serveSession, signIn } from '@/testing/session';
import { serveSite } from '@/testing/site';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const window = (from: number, to: number) => ({ StartDate: inMinutes(from), EndDate: inMinutes(to) });
const maintenance = (from: number, to: number) => ({
  maintenanceSchedule: { ...window(from, to), title: 'Under maintenance', text: 'Back soon.' },
});
const settled = () => screen.findByRole('heading', { level: 1 });

describe('maintenance', () => {
  it('opens on load and remembers the requested page', async () => {
    serveSite(() => maintenance(-5, 30));
    const { path } = renderApp('/en/terms');
    await waitFor(() => expect(path()).toBe('/en/maintenence'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Under maintenance' })).toBeVisible();
    expect(screen.getByText(/This page then continues by itself/)).toBeVisible();
  });

  it('has no menu to pages that cannot be opened (D17)', async () => {
    serveSite(() => maintenance(-5, 30));
    renderApp('/en/terms');
    await screen.findByRole('heading', { level: 1, name: 'Under maintenance' });
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    expect(
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Selfcare', 'العربية']);
  });

  it('begins and ends while a page is open', async () => {
    const { path } = renderApp('/en/terms?chapter=2');
    await screen.findByRole('heading', { level: 1, name: /Terms/ });
    serveSite(() => maintenance(-1, 30));
    await act(() => refreshSite('en'));
    await waitFor(() => expect(path()).toBe('/en/maintenence'));
    serveSite();
    await act(() => refreshSite('en'));
    await waitFor(() => expect(path()).toBe('/en/terms'));
  });

  it('stays while the server does not answer, and goes on once it does', async () => {
    serveSite(() => maintenance(-5, 30));
    const { path } = renderApp('/en/terms');
    await waitFor(() => expect(path()).toBe('/en/maintenence'));
    server.use(http.get(api('/configuration/bulk-initialize'), () => refuse(503, { message: 'Away' })));
    await act(() => refreshSite('en'));
    expect(path()).toBe('/en/maintenence');
    expect(screen.getByRole('heading', { level: 1, name: 'Under maintenance' })).toBeVisible();
    serveSite();
    await act(() => refreshSite('en'));
    await waitFor(() => expect(path()).toBe('/en/terms'));
  });

  it('is announced beforehand', async () => {
    serveSite(() => maintenance(30, 60));
    renderApp('/en/terms');
    expect(await screen.findByText(/^Maintenance from/)).toBeVisible();
    expect(screen.getByText('Back soon.')).toBeVisible();
  });

  it.each([
    ['2099-03-14T19:00:00Z', 'Maintenance from Saturday 14 March at 9:00 pm to 10:00 pm'],
    ['2099-03-14T22:00:00Z', 'Maintenance from Saturday 14 March at 9:00 pm to Sunday 15 March at 1:00 am'],
  ])('names a day once (until %s)', async (EndDate, announced) => {
    const schedule = { StartDate: '2099-03-14T18:00:00Z', EndDate, title: 'Later', text: 'Back soon.' };
    serveSite(() => ({ maintenanceSchedule: schedule }));
    renderApp('/en/terms');
    expect(await screen.findByText(announced)).toBeVisible();
  });

  it('leaves its page afterwards', async () => {
    const { path } = renderApp('/en/maintenence');
    await waitFor(() => expect(path()).toMatch(/^\/(en|ar)\/$/));
  });
});

describe('a popup', () => {
  const popup = (id: string, from = -5) => ({
    popupNotification: { id, ...window(from, 30), title: `News ${id}`, text: 'Read this.' },
  });

  it('is shown in its time until it is closed once', async () => {
    serveSite(() => popup('one'));
    const { user, router } = renderApp('/en/terms');
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.queryByText('News one')).toBeNull();
    await router.navigate('/en/');
    await screen.findByRole('heading', { level: 1, name: /Your new number/ });
    expect(screen.queryByText('News one')).toBeNull();
    serveSite(() => popup('two'));
    await act(() => refreshSite('en'));
    expect(await screen.findByText('News two')).toBeVisible();
  });

  it('waits for its time and never interrupts an order', async () => {
    serveSite(() => popup('later', 10));
    const { router } = renderApp('/en/terms');
    await settled();
    expect(screen.queryByText('News later')).toBeNull();
    serveSite(() => popup('now'));
    await router.navigate('/en/order-sim/select-number');
    await screen.findByRole('heading', { level: 1, name: 'Choose your number' });
    await act(() => refreshSite('en'));
    expect(screen.queryByText('News now')).toBeNull();
  });
});

describe('a newer version', () => {
  it('is offered and can be put off', async () => {
    serveSite(() => ({ updates: { optional: '99.0.0', forced: '0.0.1' } }));
    const { user } = renderApp('/en/terms');
    expect(await screen.findByRole('dialog', { name: 'A newer version is ready' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is required if this version is too old', async () => {
    serveSite(() => ({ updates: { optional: '99.0.0', forced: '99.0.0' } }));
    renderApp('/en/terms');
    expect(await screen.findByRole('dialog', { name: 'Please update to continue' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
  });

  it('comes before a popup, which waits for it (D7)', async () => {
    const news = { id: 'news', ...window(-5, 30), title: 'News', text: 'Read this.' };
    serveSite(() => ({ updates: { optional: '99.0.0', forced: '0.0.1' }, popupNotification: news }));
    const { user } = renderApp('/en/terms');
    expect(await screen.findByRole('dialog', { name: 'A newer version is ready' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'News' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(await screen.findByRole('dialog', { name: 'News' })).toBeVisible();
  });
});

it('asks to sign in again if the session is refused, and returns to the page', async () => {
  await signIn();
  server.use(
    http.get(api('/dashboard'), () => refuse(401, { messageKey: 'sign_in_required', code: -1007 })),
    http.get(api('/users/plan'), () => HttpResponse.json({ data: { rates: [] } })),
  );
  const calls = serveSession();
  const { user, router, path } = renderApp('/en/dashboard');
  expect(await screen.findByRole('dialog', { name: 'You have been signed out' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(path()).toBe('/en/login'));
  const from = () => new URLSearchParams(router.state.location.search).get('from');
  await waitFor(() => expect(from()).toBe('/en/dashboard'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /auth/device'));
});

it('unregisters service workers of older versions', async () => {
  const unregister = vi.fn().mockResolvedValue(true);
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    language: 'en',
    languages: ['en'],
    userAgent: 'test',
    serviceWorker: { getRegistrations: async () => [{ unregister }] },
  });
  renderApp('/en/terms');
  await waitFor(() => expect(unregister).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});

it('says that there is no connection, and no longer when it is back', async () => {
  renderApp('/en/terms');
  await settled();
  setConnection('offline');
  expect(await screen.findByText(/No Internet Connection/)).toBeVisible();
  setConnection('online');
  await waitFor(() => expect(screen.queryByText(/No Internet Connection/)).toBeNull());
});

it('shows news behind a bell to a signed-in customer', async () => {
  serveSite(() => ({
    popupNotification: { id: 'news', ...window(-5, 30), title: 'News of today', text: 'Read this.' },
  }));
  await signIn([mainLine], { email_confirmed: false });
  const { user } = renderApp('/en/terms');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  const bell = await screen.findByText('Notifications: 2 (new)');
  await user.click(bell);
  expect(await screen.findByText('Notifications: 2'), 'all of it was seen').toBe(bell);
  expect(screen.getByText('News of today')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Confirm your email address' })).toHaveAttribute(
    'href',
    '/en/change-email',
  );
  screen.getByRole('link', { name: 'Confirm your email address' }).focus();
  await user.keyboard('{Escape}');
  expect(bell.closest('details')).not.toHaveAttribute('open');
  expect(bell.closest('summary')).toHaveFocus();
});

const inTwoDays = inMinutes(48 * 60);
const monday = '2026-11-23T09:00:00Z';

it.each<[LineAlert, RegExp, string]>([
  [{ what: 'suspended', since: monday }, /has been suspended since Monday 23/, '/en/sim-information'],
  [{ what: 'ending', until: inTwoDays }, /is being deactivated/, '/en/deactivate-number'],
  [{ what: 'leaving', until: inTwoDays, reference: 'PO-1234' }, /moves to another/, '/en/leaving/PO-1234'],
  [{ what: 'bill_overdue', since: monday, amount: 11_500 }, /overdue since 23 November/, '/en/my-bills'],
])('shows behind the bell what the line needs: %o', async (alert, title, href) => {
  await signIn();
  serveDashboard(alert);
  const { user } = renderApp('/en/terms');
  await user.click(await screen.findByText('Notifications: 1 (new)'));
  expect(screen.getByRole('link', { name: title })).toHaveAttribute('href', href);
});

it.each<[LineAlert, RegExp]>([
  [{ what: 'blocked' }, /is blocked/],
  [{ what: 'ending' }, /is being deactivated/],
])('offers no way behind the bell where there is none: %o', async (alert, title) => {
  await signIn();
  serveDashboard(alert);
  const { user } = renderApp('/en/terms');
  await user.click(await screen.findByText('Notifications: 1 (new)'));
  expect(screen.getByText(title)).toBeVisible();
  expect(screen.queryByRole('link', { name: title })).toBeNull();
});

it('marks the bell again for a second suspension', async () => {
  inBrowser.write('selfcare.notices', `suspended ${mainLine.mobile_number} ${monday}`);
  await signIn();
  serveDashboard({ what: 'suspended', since: '2026-11-25T09:00:00Z' });
  renderApp('/en/terms');
  expect(await screen.findByText('Notifications: 1 (new)')).toBeInTheDocument();
});

it('says behind the bell what the line needs now, not what it needed before', async () => {
  await signIn();
  serveDashboard({ what: 'suspended', since: monday });
  const { user } = renderApp('/en/terms');
  const bell = await screen.findByText('Notifications: 1 (new)');
  serveDashboard();
  await user.click(bell);
  expect(await screen.findByText('There is nothing new.')).toBeVisible();
});

it('marks the bell again only for unseen news', async () => {
  serveSite(() => ({
    popupNotification: { id: 'later-news', ...window(-5, 30), title: 'News of today', text: 'Read this.' },
  }));
  inBrowser.write('selfcare.notices', 'later-news');
  await signIn();
  renderApp('/en/terms');
  expect(await screen.findByText('Notifications: 1')).toBeInTheDocument();
  expect(screen.queryByText(/\(new\)/)).toBeNull();
});
