import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { recall } from '@/lib/session/vault';
import { serveQueue } from '@/testing/console';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession, staff } from '@/testing/session';

const path = api('/users/current/second-factor');
let state: { enrolled: boolean; shown: boolean; recovery_codes_left: number };
let given: string[];

beforeEach(() => {
  serveSession([]);
  serveQueue();
  given = [];
  server.use(
    http.post(api('/auth'), () =>
      HttpResponse.json({ data: { auth_token: 'staff-token', roles: ['support'] } }),
    ),
    http.get(api('/users/current'), () =>
      state.shown
        ? HttpResponse.json({ data: staff })
        : refuse(403, {
            messageKey: state.enrolled ? 'second_factor_required' : 'second_factor_enrolment_required',
          }),
    ),
    http.get(path, ({ request }) =>
      request.headers.get('Authorization') === 'Bearer staff-token'
        ? HttpResponse.json({ data: state })
        : refuse(401, { messageKey: 'sign_in_required' }),
    ),
    http.post(path, () =>
      HttpResponse.json({ data: { secret: 'SECRET', uri: 'otpauth://totp/x?secret=SECRET' } }),
    ),
    http.put(path, async ({ request }) => {
      given.push(JSON.stringify(await request.json()));
      state = { enrolled: true, shown: true, recovery_codes_left: 10 };
      return HttpResponse.json({ data: { recovery_codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] } });
    }),
    http.post(api('/users/current/second-factor/proof'), async ({ request }) => {
      const body = JSON.stringify(await request.json());
      given.push(body);
      if (body.includes('000000')) {
        return refuse(422, { message: 'Not right', messageKey: 'second_factor_incorrect' });
      }
      state = { ...state, shown: true };
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function signInAsStaff(from = '') {
  const app = renderApp(`/en/login${from && `?from=${from}`}`);
  await app.user.type(await screen.findByLabelText(/Mobile number or email/), 'support@selfcare.example');
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await app.user.type(await screen.findByLabelText('Password'), 'Sahara-2026');
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return app;
}

it('sets up the authenticator app at the first sign-in, and shows the recovery codes', async () => {
  state = { enrolled: false, shown: false, recovery_codes_left: 0 };
  const { user, path: address } = await signInAsStaff();
  expect(await screen.findByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  expect(address()).toBe('/en/second-factor');
  expect(await screen.findByTitle('QR code for the authenticator app')).toBeInTheDocument();
  expect(screen.getByText('SECRET')).toBeVisible();
  await user.type(screen.getByLabelText('Code the app shows now'), '12 34');
  await user.click(screen.getByRole('button', { name: 'Set it up' }));
  expect(screen.getByText('Enter the code as it is shown.')).toBeVisible();
  await user.type(screen.getByLabelText('Code the app shows now'), '56');
  await user.click(screen.getByRole('button', { name: 'Set it up' }));
  expect(await screen.findByText('DDDD-EEEE-FFFF')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText('Recovery codes left: 10')).toBeVisible();
  expect(given).toEqual(['{"code":"123456"}']);
});

it('asks for the code at a later sign-in, and takes a recovery code instead', async () => {
  state = { enrolled: true, shown: false, recovery_codes_left: 9 };
  const { user } = await signInAsStaff();
  await user.type(await screen.findByLabelText('6-digit code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Not right')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I do not have the app with me' }));
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-2345-efgh');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Queue' })).toBeVisible();
  expect(given.at(-1)).toBe('{"code":"ABCD-2345-EFGH"}');
  expect((await recall()).authToken).toBe('staff-token');
});

it('leads only to the requested page of the console', async () => {
  state = { enrolled: true, shown: false, recovery_codes_left: 9 };
  const { user, router } = await signInAsStaff('/en/console?kind=order');
  await user.type(await screen.findByLabelText('6-digit code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Queue' });
  expect(router.state.location.search).toBe('?kind=order');
});

it('shows the signed-in person after a right code, and signs them out', async () => {
  state = { enrolled: true, shown: false, recovery_codes_left: 9 };
  const { user, router, path: address } = await signInAsStaff('/en/dashboard');
  await user.type(await screen.findByLabelText('6-digit code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Queue' });
  await router.navigate('/en/second-factor');
  expect(await screen.findByRole('link', { name: 'Open the support console' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Account Support' }));
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('button', { name: 'Sign out' }),
  );
  await waitFor(() => expect(address()).toBe('/en/'));
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
  expect((await recall()).authToken).toBeUndefined();
});

it('is closed to guests', async () => {
  state = { enrolled: true, shown: false, recovery_codes_left: 9 };
  const { path: address } = renderApp('/en/second-factor');
  await waitFor(() => expect(address()).toBe('/en/login'));
});
