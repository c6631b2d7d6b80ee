import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { rightCode, serveCodes } from '@/testing/codes';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession } from '@/testing/session';

async function askForCode(mobile = '0570000001', address = '/en/quick-login') {
  const app = renderApp(address);
  await app.user.type(
    await screen.findByRole('textbox', { name: /mobile number with us|رقم جوالك/ }),
    mobile,
  );
  await app.user.click(screen.getByRole('button', { name: /Send the code|أرسل الرمز/ }));
  return app;
}

describe('signing in with a code', () => {
  it('sends the code to the number and signs in with it', async () => {
    serveSession();
    const calls = serveCodes();
    const { user, path } = await askForCode('+966 57 000 0001');
    expect(await screen.findByText('057 000 0001')).toBeVisible();
    await user.type(screen.getByLabelText('Verification code'), rightCode);
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
    const about = { mobile_number: '0570000001', source: 'login' };
    expect(calls).toEqual([about, { ...about, otp: rightCode }]);
  });

  it('shows a wrong code and lets another one be tried', async () => {
    serveSession();
    serveCodes();
    const { user, path } = await askForCode();
    const field = await screen.findByLabelText('Verification code');
    await user.type(field, '000000');
    expect(await screen.findByText('Oops, the pin is incorrect Try Again')).toBeVisible();
    expect(screen.getByText('4 tries left')).toBeVisible();
    await user.type(field, rightCode);
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
  });

  it('clears the number when it is cancelled', async () => {
    serveSession();
    serveCodes();
    const { user } = await askForCode();
    await user.click(await screen.findByRole('button', { name: 'Change the number' }));
    expect(screen.getByRole('textbox', { name: 'Your mobile number with us' })).toHaveValue('');
  });

  it.each([
    ['data_sim_not_allowed', 'Sign in with a password'],
    ['user_not_registered', 'Create an account'],
    ['non_operator_number', /Bring your number to us/],
  ] as const)('leads on from %s', async (messageKey, way) => {
    serveSession();
    server.use(http.post(api('/auth/otp'), () => refuse(422, { messageKey, message: 'No' })));
    await askForCode('0551234567');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('No');
    const place = alert.closest('[data-message-key]');
    expect(place).toHaveAttribute('data-message-key', messageKey);
    expect(await screen.findAllByRole('link', { name: way })).not.toHaveLength(0);
  });

  it('names the way for a data SIM once (D15)', async () => {
    serveSession();
    server.use(http.post(api('/auth/otp'), () => refuse(422, { messageKey: 'data_sim_not_allowed' })));
    await askForCode('0830000001');
    await screen.findByRole('alert');
    expect(await screen.findAllByRole('link', { name: 'Sign in with a password' })).toHaveLength(1);
  });

  it('sends no request for an incomplete number', async () => {
    serveSession();
    const calls = serveCodes();
    await askForCode('05700');
    expect(await screen.findByText(/Enter your mobile number, for example/)).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('speaks Arabic', async () => {
    serveSession();
    serveCodes();
    const { user, path } = await askForCode('٠٥٧٠٠٠٠٠٠١', '/ar/quick-login');
    await user.type(await screen.findByLabelText('رمز التحقق'), '١٢٣٤٥٦');
    await waitFor(() => expect(path()).toBe('/ar/dashboard'));
  });
});
