import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession } from '@/testing/session';

const typed = { name: 'main@selfcare.example', password: 'Sahara-2026' };

async function pressOffline() {
  serveSession();
  const { user } = renderApp('/en/login');
  await user.type(await screen.findByLabelText('Mobile number or email'), typed.name);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Password'), typed.password);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return user;
}

beforeEach(() => {
  server.use(http.post(api('/auth'), () => Response.error()));
});

it('says offline that there is no connection, and keeps the input (D1)', async () => {
  await pressOffline();
  expect(await screen.findByText(/^Network Error/)).toHaveAttribute('role', 'alert');
  expect(screen.getByLabelText('Mobile number or email')).toHaveValue(typed.name);
  expect(screen.getByLabelText('Password')).toHaveValue(typed.password);
});

it('shows the answer of the server once it is reached again', async () => {
  const user = await pressOffline();
  await screen.findByText(/^Network Error/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  server.use(
    http.post(api('/auth'), () => refuse(401, { message: 'Invalid login', messageKey: 'invalid_login' })),
  );
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Invalid login')).toBeVisible();
  expect(screen.queryByText(/^Network Error/)).toBeNull();
});
