import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { serveQueue, signInStaff } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, staff, subLine } from '@/testing/session';

const openMenu = async (user: ReturnType<typeof renderApp>['user'], name: string) => {
  const button = await screen.findByRole('button', { name: `Account ${name}` });
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  return button;
};

it('switches to another line from any page', async () => {
  const shown = await signIn([mainLine, subLine]);
  const { user } = renderApp('/en/terms');
  await openMenu(user, 'Sara');
  const lines = within(screen.getByRole('list', { name: 'Switch account' }));
  expect(lines.getByRole('button', { name: /Main account/ })).toHaveAttribute('aria-current', 'true');
  await user.click(lines.getByRole('button', { name: /Driver/ }));
  const button = await screen.findByRole('button', { name: 'Account Driver' });
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  expect(button).toHaveFocus();
  expect(shown.at(-1)?.line).toBe(subLine.subscription_id);
});

it('keeps the line in use if the other line cannot be loaded', async () => {
  await signIn([mainLine, subLine]);
  const { user } = renderApp('/en/terms');
  await openMenu(user, 'Sara');
  server.use(http.get(api('/users/current'), () => refuse(409, { message: 'Not this one' })));
  await user.click(screen.getByRole('button', { name: /Driver/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not this one');
  expect(screen.getByRole('button', { name: 'Account Sara' })).toBeVisible();
});

it('closes with Escape and gives the focus back', async () => {
  await signIn();
  const { user } = renderApp('/en/terms');
  const button = await openMenu(user, 'Sara');
  expect(screen.queryByText('Switch account')).toBeNull();
  await user.tab();
  expect(screen.getByRole('link', { name: 'My usage' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();
});

it('offers staff no lines and no customer pages', async () => {
  await signIn([], staff);
  const { user, path } = renderApp('/en/terms');
  await openMenu(user, 'Support');
  expect(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Authenticator app' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Support console' })).toHaveAttribute('href', '/en/console');
  expect(screen.queryByRole('link', { name: 'My usage' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Authenticator app' }));
  await waitFor(() => expect(path()).toBe('/en/second-factor'));
});

it.each(['/en/dashboard', '/en/login'])('leads who works for us from %s to the console', async (from) => {
  await signInStaff();
  serveQueue();
  const { path } = renderApp(from);
  await waitFor(() => expect(path()).toBe('/en/console'));
});

it('signs out, also when the server does not answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await signIn();
  server.use(http.post(api('/users/current/logout'), () => HttpResponse.error()));
  const { user, path } = renderApp('/ar/terms');
  await user.click(await screen.findByRole('button', { name: 'الحساب Sara' }));
  await user.click(screen.getByRole('button', { name: 'تسجيل الخروج' }));
  await waitFor(() => expect(path()).toBe('/ar/'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'الحساب Sara' })).toBeNull());
});
