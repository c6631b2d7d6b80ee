import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { serveQueue, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, server } from '@/testing/server';
import { serveSession, signIn, staff } from '@/testing/session';
import { serveSite } from '@/testing/site';

it('opens for staff, shows their name, and signs them out', async () => {
  await signInStaff();
  serveQueue();
  const { user, path } = renderApp('/en/console');
  expect(await screen.findByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  expect(screen.getByRole('link', { name: /Signed in as\s*Support/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Order a SIM' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(path()).toBe('/en/'));
});

it('opens with any content of the site, and with none', async () => {
  await signInStaff();
  serveQueue();
  serveSite(() => ({ routes: [] }));
  renderApp('/en/console');
  expect(await screen.findByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});

it('opens without waiting for an unavailable site', async () => {
  await signInStaff();
  serveQueue();
  server.use(http.get(api('/configuration/bulk-initialize'), () => HttpResponse.json({}, { status: 404 })));
  renderApp('/en/console');
  expect(await screen.findByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});

it('shows an operator without the support role no page, and says what to do', async () => {
  await signIn([], { ...staff, roles: ['operator'] });
  const asked = serveQueue();
  const { user } = renderApp('/en/console');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This console is for support staff' }),
  ).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Console pages' })).toBeNull();
  expect(asked).toEqual([]);
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'العربية' }));
  expect(await screen.findByText('هذه المنصة مخصّصة لموظفي الدعم')).toBeVisible();
});

it('is closed to customers', async () => {
  await signIn();
  renderApp('/en/console');
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
});

it('has guests sign in first, and then come back', async () => {
  serveSession([]);
  const { path, router } = renderApp('/en/console?kind=order');
  await waitFor(() => expect(path()).toBe('/en/login'));
  expect(router.state.location.search).toBe(`?${new URLSearchParams({ from: '/en/console?kind=order' })}`);
});

it('says that an unknown address below it does not exist', async () => {
  await signInStaff();
  renderApp('/en/console/nothing');
  expect(await screen.findByRole('heading', { name: 'We could not find this page' })).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Console pages' })).toBeVisible();
});

it('speaks Arabic, from right to left', async () => {
  await signInStaff();
  serveQueue();
  const { user, path } = renderApp('/en/console?kind=order');
  await user.click(await screen.findByRole('link', { name: 'العربية' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'قائمة الانتظار' })).toBeVisible();
  expect(path()).toBe('/ar/console');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
});

it('lists the shortcut keys, and ignores them while they are switched off', async () => {
  await signInStaff();
  serveQueue();
  const { user } = renderApp('/en/console');
  await screen.findByRole('link', { name: 'SC00000001' });
  await user.keyboard('{Shift>}[Slash]{/Shift}');
  await user.click(await screen.findByRole('checkbox', { name: /Use single-key shortcuts/ }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('[KeyJ]');
  expect(screen.getByRole('link', { name: 'SC00000001' })).not.toHaveFocus();
  await user.keyboard('{Shift>}[Slash]{/Shift}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
