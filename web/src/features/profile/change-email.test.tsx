import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { codeSent } from '@/testing/sent-code';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

/** Accepts both calls of an e-mail change and records them. */
function takeEmailChange(): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.patch(api('/users/current/email'), async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ data: { code: codeSent(), cancels_subscriptions: true } });
    }),
    http.post(api('/users/current/email/confirm'), async ({ request }) => {
      bodies.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return bodies;
}

async function propose(user: ReturnType<typeof renderApp>['user'], email: string): Promise<void> {
  await user.type(await screen.findByLabelText('New email'), email);
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
}

it('warns about cancelled subscriptions, and changes a confirmed e-mail only after a confirmation', async () => {
  await signIn();
  const bodies = takeEmailChange();
  const { user, path } = renderApp('/en/change-email');
  await propose(user, 'new@example.com');
  expect(screen.getByRole('dialog')).toHaveTextContent(
    /subscriptions that you made with .*main@selfcare\.example.* are cancelled/,
  );
  await user.click(screen.getByRole('button', { name: 'Keep my email' }));
  expect(bodies).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await user.click(screen.getByRole('button', { name: 'Yes, change it' }));
  await user.type(await screen.findByLabelText('Verification code'), '١٢٣٤٥٦');
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  expect(screen.getByText(/new@example\.com/)).toBeVisible();
  expect(path()).toBe('/en/activate-email');
  expect(bodies).toEqual([{ email: 'new@example.com' }, { otp: '123456' }]);
});

it('changes an unconfirmed e-mail without a question', async () => {
  await signIn(undefined, { email: '', email_confirmed: false });
  takeEmailChange();
  const { user } = renderApp('/en/change-email');
  expect(await screen.findByRole('heading', { name: 'Add your email' })).toBeVisible();
  await propose(user, 'first@example.com');
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeVisible();
});

it.each([
  [409, 'email_in_use', 'Email is already in use'],
  [409, 'email_linked_to_multiple_accounts', 'This email is linked to more than one account.'],
] as const)('shows what the server says about the address: %i %s', async (status, messageKey, message) => {
  await signIn(undefined, { email_confirmed: false });
  server.use(
    http.patch(api('/users/current/email'), () =>
      refuse(status, { message: 'Check the fields', messageKey, fields: { email: message } }),
    ),
  );
  const { user } = renderApp('/en/change-email');
  await propose(user, 'taken@example.com');
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('New email')).toHaveFocus());
});

it.each([
  ['code_incorrect', 'Oops, the code is incorrect try again'],
  ['code_expired', 'Oops, the code has been expired'],
  ['email_is_no_longer_yours', 'This email now belongs to another account.'],
] as const)('says that the code was not taken: %s', async (messageKey, message) => {
  await signIn(undefined, { email_confirmed: false });
  takeEmailChange();
  server.use(http.post(api('/users/current/email/confirm'), () => refuse(422, { message, messageKey })));
  const { user } = renderApp('/en/change-email');
  await propose(user, 'new@example.com');
  await user.type(await screen.findByLabelText('Verification code'), '000000');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByLabelText('Verification code')).toHaveValue('');
});

it('refuses an invalid address', async () => {
  await signIn(undefined, { email_confirmed: false });
  const bodies = takeEmailChange();
  const { user } = renderApp('/ar/change-email');
  await user.type(await screen.findByLabelText('البريد الإلكتروني الجديد'), 'nobody@');
  await user.click(screen.getByRole('button', { name: 'إرسال الرمز' }));
  expect(await screen.findByText(/أدخل بريدًا إلكترونيًا/)).toBeVisible();
  expect(bodies).toEqual([]);
});

it('starts with the request of a code if none was sent', async () => {
  await signIn(undefined, { email: '', email_confirmed: false });
  const { path } = renderApp('/en/activate-email');
  await waitFor(() => expect(path()).toBe('/en/change-email'));
});

it('confirms the e-mail on file without a change (AUTH-8, D5)', async () => {
  await signIn(undefined, { email_confirmed: false });
  const bodies = takeEmailChange();
  const { user } = renderApp('/en/activate-email');
  expect(await screen.findByText(/main@selfcare\.example/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  expect(bodies).toEqual([{ email: 'main@selfcare.example' }, { otp: '123456' }]);
});

it('says that the e-mail on file is confirmed already', async () => {
  await signIn();
  renderApp('/en/activate-email');
  expect(await screen.findByRole('heading', { name: 'Your email was confirmed before' })).toBeVisible();
});

it('says after a reload that an address is confirmed', async () => {
  await signIn();
  const { router } = renderApp('/en/profile');
  await screen.findByText('main@selfcare.example');
  await router.navigate('/en/activate-email', {
    state: { email: 'main@selfcare.example', code: codeSent() },
  });
  expect(await screen.findByRole('heading', { name: 'Your email was confirmed before' })).toBeVisible();
  expect(screen.queryByLabelText('Verification code')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to my profile' })).toHaveAttribute('href', '/en/profile');
});

it('welcomes a new account and lets it confirm its e-mail later (AUTH-5)', async () => {
  await signIn(undefined, { email_confirmed: false });
  const { router, user, path } = renderApp('/en/profile');
  await screen.findByText('main@selfcare.example');
  await router.navigate('/en/activate-email?from=%2Fen%2Fhistory', { state: { welcome: true } });
  expect(await screen.findByRole('heading', { name: /^Welcome!/ })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Later' }));
  await waitFor(() => expect(path()).toBe('/en/history'));
});
