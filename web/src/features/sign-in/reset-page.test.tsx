import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { rightCode, serveCodes } from '@/testing/codes';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession } from '@/testing/session';

function serveReset(save = () => new HttpResponse(null, { status: 204 })): unknown[] {
  const saved: unknown[] = [];
  server.use(
    http.post(api('/auth/validate_id'), () =>
      HttpResponse.json({ data: { proven_until: new Date(Date.now() + 1_000_000).toISOString() } }),
    ),
    http.put(api('/passwords'), async ({ request }) => {
      saved.push(await request.json());
      return save();
    }),
  );
  return saved;
}

async function verify(address = '/en/reset-password') {
  const app = renderApp(address);
  await app.user.type(await screen.findByLabelText('Mobile number'), '0570000001');
  await app.user.type(screen.getByLabelText('ID number'), '1077000014');
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  return app;
}

async function untilPassword() {
  const app = await verify();
  await app.user.type(await screen.findByLabelText('Verification code'), rightCode);
  await screen.findByLabelText('New password');
  return app;
}

describe('a forgotten password', () => {
  it('replaces the password after number, ID and code', async () => {
    serveSession();
    const saved = serveReset();
    const codes = serveCodes();
    const { user, path } = await untilPassword();
    await user.type(screen.getByLabelText('New password'), 'Acacia-2026');
    await user.type(screen.getByLabelText('New password again'), 'Acacia-2026');
    await user.click(screen.getByRole('button', { name: 'Save the password' }));
    expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
    expect(saved).toEqual([{ user: { password: 'Acacia-2026' } }]);
    expect(codes.map(({ source }) => source)).toEqual(['reset', 'reset']);
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }));
    await waitFor(() => expect(path()).toBe('/en/login'));
  });

  it('refuses two different passwords', async () => {
    serveSession();
    const saved = serveReset();
    serveCodes();
    const { user } = await untilPassword();
    await user.type(screen.getByLabelText('New password'), 'Acacia-2026');
    await user.type(screen.getByLabelText('New password again'), 'Acacia-2025{Enter}');
    expect(await screen.findByText('The passwords do not match.')).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('shows a refused password at its field', async () => {
    serveSession();
    const message = 'This password is too well known. Please choose another one.';
    serveReset(() =>
      refuse(422, { message, messageKey: 'password_common', fields: { 'user.password': message } }),
    );
    serveCodes();
    const { user } = await untilPassword();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/well-known words are refused/);
    await user.type(screen.getByLabelText('New password'), 'Welcome2026');
    await user.type(screen.getByLabelText('New password again'), 'Welcome2026{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('New password')).toBeInvalid();
  });

  it('shows that the number has no account, and offers one', async () => {
    serveSession();
    serveReset();
    serveCodes();
    server.use(
      http.post(api('/auth/otp/validate'), () =>
        refuse(404, { message: 'User is not registered', messageKey: 'user_not_registered' }),
      ),
    );
    const { user } = await verify();
    await user.type(await screen.findByLabelText('Verification code'), rightCode);
    expect(await screen.findByRole('alert')).toHaveTextContent('User is not registered');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/en/registration',
    );
  });

  it('comes back to the number when the code is cancelled', async () => {
    serveSession();
    serveReset();
    serveCodes();
    const { user } = await verify();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByLabelText('Mobile number')).toHaveValue('');
  });
});
