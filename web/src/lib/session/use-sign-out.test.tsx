import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';
import { settledSession } from './index';
import { recall } from './vault';

async function signOutFromMembersPage() {
  const app = renderApp('/en/select-account');
  await screen.findByRole('heading', { name: 'Choose an account' });
  const visited: string[] = [];
  const keptThen: (string | null)[] = [];
  app.router.subscribe(({ location, navigation }) => {
    visited.push(location.pathname);
    if (navigation.state === 'loading') {
      keptThen.push(localStorage.getItem('selfcare.authToken'));
    }
  });
  await app.user.click(await screen.findByRole('button', { name: /Sara/ }));
  await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(async () => expect((await settledSession()).status).toBe('guest'));
  return { ...app, visited, keptThen };
}

it('leads to the first page, never to the sign-in of the former page', async () => {
  const calls = await signIn([mainLine, subLine]);
  const { visited } = await signOutFromMembersPage();
  await waitFor(() => expect(calls.at(-1)?.call).toBe('POST /users/current/logout'));
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(visited.at(-1)).toBe('/en/');
  expect(visited).not.toContain('/en/login');
  expect((await recall()).authToken).toBeUndefined();
});

it('clears this browser before the next page', async () => {
  await signIn([mainLine, subLine]);
  const { keptThen } = await signOutFromMembersPage();
  expect(keptThen).not.toEqual([]);
  expect(keptThen.filter(Boolean)).toEqual([]);
});

it('signs out here if the server does not answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await signIn([mainLine, subLine]);
  server.use(http.post(api('/users/current/logout'), () => refuse(500, {})));
  const { path } = await signOutFromMembersPage();
  expect(path()).toBe('/en/');
  expect((await recall()).authToken).toBeUndefined();
});
