import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { recall } from '@/lib/session/vault';
import { rightCode, serveCodes } from '@/testing/codes';
import { deferred } from '@/testing/deferred';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { user as customer, mainLine, serveSession, signIn, subLine } from '@/testing/session';

interface Shown {
  login: string;
  device: string | null;
}

/** Accepts the correct password; records the sent sessions. */
function servePassword(right = 'Sahara-2026'): Shown[] {
  const shown: Shown[] = [];
  server.use(
    http.post(api('/auth'), ({ request }) => {
      const credentials = request.headers.get('Authorization')?.replace('Basic ', '') ?? '';
      const login = new TextDecoder().decode(
        Uint8Array.from(atob(credentials), (char) => char.charCodeAt(0)),
      );
      shown.push({ login, device: request.headers.get('X-Device-Session') });
      return login.endsWith(`:${right}`)
        ? HttpResponse.json({ data: { auth_token: 'user-token', roles: [] } })
        : refuse(401, { message: 'Invalid email, mobile or password', messageKey: 'invalid_login' });
    }),
  );
  return shown;
}

async function fillIn(address = '/en/login', name = 'main@selfcare.example', password = 'Sahara-2026') {
  const app = renderApp(address);
  await nameOneself(app, name);
  await app.user.type(await screen.findByLabelText(/^(Password|كلمة المرور)$/), password);
  return app;
}

async function nameOneself({ user }: ReturnType<typeof renderApp>, name: string) {
  await user.type(
    await screen.findByLabelText(/^(Mobile number or email|رقم الجوال أو البريد الإلكتروني)$/),
    name,
  );
  await user.click(screen.getByRole('button', { name: /^(Continue|متابعة)$/ }));
}

const submit = () => screen.getByRole('button', { name: /^(Sign in|تسجيل الدخول)$/ });

describe('signing in with a password', () => {
  it('shows the session of the device and opens the first page of the account', async () => {
    serveSession();
    const shown = servePassword();
    const { user, path } = await fillIn();
    await waitFor(async () => expect((await recall()).authToken).toBe('device-token'));
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
    expect(shown).toEqual([{ login: 'main@selfcare.example:Sahara-2026', device: 'device-token' }]);
    expect((await recall()).authToken).toBe('user-token');
  });

  it('leads back to the page that required the sign-in', async () => {
    serveSession();
    servePassword();
    const { user, path } = await fillIn('/en/login?from=/en/profile');
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/en/profile'));
  });

  it('keeps the signed-in customer when the device’s session comes late', async () => {
    serveSession();
    servePassword();
    let signedIn = () => {};
    const untilSignedIn = new Promise<void>((resolve) => {
      signedIn = resolve;
    });
    server.use(
      http.post(api('/auth/device'), async () => {
        await untilSignedIn;
        return HttpResponse.json({ data: { auth_token: 'device-token' } });
      }),
      http.get(api('/users/current'), async () => {
        signedIn();
        await delay(100); // the device's answer arrives first
        return HttpResponse.json({ data: customer });
      }),
    );
    const { user, path } = await fillIn();
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
    expect((await recall()).authToken).toBe('user-token');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/en//evil.example',
    '/en/\\evil',
    'javascript:alert(1)',
    '/de/',
  ])('never leads to %s', async (from) => {
    serveSession();
    servePassword();
    const { user, path } = await fillIn(`/en/login?from=${from}`);
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
  });

  it('asks for the line if there are several', async () => {
    const calls = serveSession([mainLine, subLine]);
    servePassword();
    const { user, path } = await fillIn('/en/login?from=/en/profile');
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: /Driver/ }));
    await waitFor(() => expect(path()).toBe('/en/profile'));
    expect(calls.at(-1)?.line).toBe(subLine.subscription_id);
  });

  it('takes numbers in Arabic digits and passwords with signs of other alphabets', async () => {
    serveSession();
    const shown = servePassword('Sahar£-€2026');
    const { user, path } = await fillIn('/ar/login', '٠٥٧٠٠٠٠٠٠٣', 'Sahar£-€2026');
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/ar/dashboard'));
    expect(shown[0]?.login).toBe('0570000003:Sahar£-€2026');
  });

  it('shows what the server says, with its key', async () => {
    serveSession();
    servePassword();
    const { user, path } = await fillIn('/en/login', '0570000003', 'wrong');
    await user.click(submit());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Invalid email, mobile or password');
    expect(alert.closest('[data-message-key]')).toHaveAttribute('data-message-key', 'invalid_login');
    expect(path()).toBe('/en/login');
  });

  it('clears the former refusal and shows a spinner during the next try', async () => {
    serveSession();
    servePassword();
    const { user } = await fillIn('/en/login', '0570000003', 'wrong');
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email, mobile or password');
    expect(submit()).toHaveAttribute('aria-busy', 'false');
    const answered = deferred();
    server.use(
      http.post(api('/auth'), async () => {
        await answered.promise;
        return refuse(401, { message: 'Not this time either', messageKey: 'invalid_login' });
      }),
    );
    await user.click(submit());
    await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'));
    expect(screen.queryByRole('alert')).toBeNull();
    answered.resolve();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not this time either');
    expect(submit()).toHaveAttribute('aria-busy', 'false');
  });

  it('offers the quick login if several accounts share the e-mail', async () => {
    serveSession();
    server.use(
      http.post(api('/auth'), () => refuse(409, { messageKey: 'email_linked_to_multiple_accounts' })),
    );
    const { user, path } = await fillIn();
    await user.click(submit());
    await screen.findByRole('alert');
    await user.click(screen.getByRole('link', { name: 'Sign in with a code' }));
    await waitFor(() => expect(path()).toBe('/en/quick-login'));
  });

  it('names the empty field without a request', async () => {
    serveSession();
    const shown = servePassword();
    const app = renderApp('/en/login');
    const { user } = app;
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const name = screen.getByLabelText('Mobile number or email');
    expect(screen.getByText('Please fill in this field')).toBeVisible();
    expect(name).toHaveFocus();
    expect(name).toBeInvalid();
    await nameOneself(app, '0570000003');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await user.click(submit());
    expect(screen.getByText('Please fill in this field')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(shown).toEqual([]);
  });

  it('shows the password on request', async () => {
    serveSession();
    const { user } = await fillIn();
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('Sahara-2026');
  });

  it('skips a signed-in customer', async () => {
    await signIn();
    const { path } = renderApp('/en/login');
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
  });

  it('says that the account has no main line', async () => {
    serveSession([subLine]);
    servePassword();
    const { user, path } = await fillIn();
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    expect(path()).toBe('/en/login');
  });
});

describe('one field for all ways to sign in', () => {
  const codeButton = () => screen.queryByRole('button', { name: 'Send me a code instead' });

  it.each([
    ['0570000001', true, false],
    ['+966 57 000 0001', true, false],
    ['٠٥٧٠٠٠٠٠٠١', true, false],
    ['830000000001', false, false],
    ['main@selfcare.example', false, false],
    ['0551234567', true, true],
  ])('takes %s by its form alone', async (name, byCode, elsewhere) => {
    serveSession();
    const asked = serveCodes();
    await nameOneself(renderApp('/en/login'), name);
    expect(await screen.findByLabelText('Password')).toHaveFocus();
    expect(codeButton() !== null).toBe(byCode);
    if (elsewhere) {
      expect(await screen.findByRole('link', { name: /Bring your number to us/ })).toBeVisible();
    }
    expect(asked).toEqual([]);
  });

  it.each(['05700', 'Fahad', '12'])('cannot go on from %s', async (name) => {
    serveSession();
    await nameOneself(renderApp('/en/login'), name);
    expect(screen.getByText(/^Enter a mobile number, the number of a data SIM or an email/)).toBeVisible();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByLabelText('Mobile number or email')).toHaveFocus();
  });

  it('keeps both fields in one form for password managers', async () => {
    serveSession();
    const shown = servePassword();
    const { user, path } = renderApp('/en/login');
    const name = await screen.findByLabelText('Mobile number or email');
    const password = (name as HTMLInputElement).form?.elements.namedItem('password') as HTMLInputElement;
    expect(name).toHaveAttribute('autocomplete', 'username webauthn');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    await user.type(name, '0570000003');
    password.value = 'Sahara-2026';
    await user.type(name, '{Enter}');
    await waitFor(() => expect(path()).toBe('/en/dashboard'));
    expect(shown).toHaveLength(1);
  });

  it('signs in with a code sent to the typed contact', async () => {
    serveSession();
    const calls = serveCodes();
    const app = renderApp('/en/login');
    await nameOneself(app, '+966 57 000 0001');
    await app.user.click(codeButton() ?? submit());
    await app.user.type(await screen.findByLabelText('Verification code'), rightCode);
    await waitFor(() => expect(app.path()).toBe('/en/dashboard'));
    const about = { mobile_number: '0570000001', source: 'login' };
    expect(calls).toEqual([about, { ...about, otp: rightCode }]);
  });

  it('keeps the input while another way is tried offline (D1)', async () => {
    serveSession();
    server.use(http.post(api('/auth/otp'), () => HttpResponse.error()));
    const app = renderApp('/en/login');
    await nameOneself(app, '0570000001');
    await app.user.click(codeButton() ?? submit());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('Mobile number or email')).toHaveValue('0570000001');
  });

  it('leads a number without an account to the registration, with the number filled in', async () => {
    serveSession();
    serveCodes();
    server.use(
      http.post(api('/auth/otp/validate'), () => refuse(404, { messageKey: 'user_not_registered' })),
    );
    const app = renderApp('/en/login?from=/en/profile');
    await nameOneself(app, '0570000001');
    await app.user.click(codeButton() ?? submit());
    await app.user.type(await screen.findByLabelText('Verification code'), rightCode);
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeVisible();
    expect(app.path()).toBe('/en/registration');
    expect(screen.getByText('057 000 0001')).toBeVisible();
    expect(screen.queryByLabelText('Mobile number')).toBeNull();
    expect(screen.getByText('Step 1 of 2')).toBeVisible();
  });
});

describe('a device that gets no session', () => {
  it('stops the page until another try succeeds', async () => {
    server.use(http.post(api('/auth/device'), () => refuse(503, { message: 'Not available right now' })));
    const { user } = renderApp('/en/login');
    expect(await screen.findByRole('heading', { name: 'We could not get started' })).toBeVisible();
    expect(screen.getByText('Not available right now')).toBeVisible();
    expect(screen.queryByLabelText('Mobile number or email')).not.toBeInTheDocument();
    serveSession();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Mobile number or email')).toBeVisible();
    await waitFor(async () => expect((await recall()).authToken).toBe('device-token'));
  });
});
