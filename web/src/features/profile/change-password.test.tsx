import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const path = api('/users/current/password');

function takePasswordChange(): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.put(path, async ({ request }) => {
      bodies.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return bodies;
}

type User = ReturnType<typeof renderApp>['user'];

async function fill(user: User, old: string, chosen: string, repeated = chosen): Promise<void> {
  await user.type(await screen.findByLabelText('Current password'), old);
  await user.type(screen.getByLabelText('New password'), chosen);
  await user.type(screen.getByLabelText('New password once more'), repeated);
}

const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Change password' }));

it('signs out after the change, so that the new password is used', async () => {
  const shown = await signIn();
  const bodies = takePasswordChange();
  const app = renderApp('/en/change-password');
  await fill(app.user, 'Sahara-2026', 'Desert-2027');
  await submit(app.user);
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  await waitFor(() => expect(app.router.state.location).toMatchObject({ pathname: '/en/login', search: '' }));
  // D6: the sign-in page explains why it appears.
  expect(await screen.findByText('Your password is changed. Sign in with the new one.')).toBeVisible();
  expect(bodies).toEqual([{ old_password: 'Sahara-2026', new_password: 'Desert-2027' }]);
  const calls = () => shown.map(({ call }) => call);
  await waitFor(() => expect(calls()).toContain('POST /users/current/logout'));
  await waitFor(() => expect(calls()).toContain('POST /auth/device'));
});

it('signs in again with the new password if the customer stays on the page', async () => {
  const shown = await signIn();
  takePasswordChange();
  const credentials: (string | null)[] = [];
  server.use(
    http.post(api('/auth'), ({ request }) => {
      credentials.push(request.headers.get('Authorization'), request.headers.get('X-Device-Session'));
      return HttpResponse.json({ data: { auth_token: 'new-token', roles: ['customer'] } });
    }),
  );
  const { user } = renderApp('/en/change-password');
  await fill(user, 'Sahara-2026', 'Desert-2027');
  await user.click(screen.getByRole('checkbox', { name: /Keep me signed in/ }));
  await submit(user);
  expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  expect(credentials).toEqual([`Basic ${btoa('0570000003:Desert-2027')}`, 'user-token']);
  expect(shown.at(-1)?.token).toBe('new-token');
});

it.each([
  ['the repetition differs', 'Desert-2027', 'Desert-2028', "The passwords don't match"],
  ['it is the present one', 'Sahara-2026', 'Sahara-2026', /must differ from the current one/],
  ['it is too short', 'Ab1', 'Ab1', /does not meet the rules/],
  ['it has a letter of another script', 'Desert-٢٠٢٧a1', 'Desert-٢٠٢٧a1', /does not meet the rules/],
])('asks for another one when %s', async (_why, chosen, repeated, message) => {
  await signIn();
  const bodies = takePasswordChange();
  const { user } = renderApp('/en/change-password');
  await fill(user, 'Sahara-2026', chosen, repeated);
  await submit(user);
  await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0));
  expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull();
  expect(bodies).toEqual([]);
});

it('shows the refusal of a wrong present password and of a common password', async () => {
  await signIn();
  server.use(
    http.put(
      path,
      () =>
        refuse(422, {
          message: 'Change password failed',
          messageKey: 'change_password_failed',
          fields: { old_password: 'This is not your current password.' },
        }),
      { once: true },
    ),
    http.put(path, () =>
      refuse(422, {
        message: 'Too well known',
        fields: { new_password: 'This password is too well known.' },
      }),
    ),
  );
  const { user } = renderApp('/en/change-password');
  expect(await screen.findByLabelText('New password')).toHaveAccessibleDescription(
    /well-known words are refused/,
  );
  await fill(user, 'Wrong-2026', 'Password1');
  await submit(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Change password failed');
  expect(await screen.findByText('This is not your current password.')).toBeVisible(); // D6
  expect(screen.getByLabelText('Current password')).toBeInvalid();
  await submit(user);
  expect(await screen.findByText('This password is too well known.')).toBeVisible();
  expect(screen.getByLabelText('New password')).toBeInvalid();
});
