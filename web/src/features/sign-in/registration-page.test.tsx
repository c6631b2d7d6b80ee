import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { rightCode, serveCodes } from '@/testing/codes';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { serveSession } from '@/testing/session';

const details = {
  mobile_number: '0570000010',
  mobile_number_confirmation: '0570000010',
  email: 'huda@example.com',
  password: 'Acacia-2026',
  password_confirmation: 'Acacia-2026',
};
const labels: Record<keyof typeof details, string> = {
  mobile_number: 'Mobile number',
  mobile_number_confirmation: 'Mobile number again',
  email: 'Email',
  password: 'Password',
  password_confirmation: 'Password again',
};
const fields = [
  'mobile_number',
  'mobile_number_confirmation',
  'email',
  'password',
  'password_confirmation',
] as const;

interface Asked {
  path: string;
  body: unknown;
}

/** Accepts each step, and records the requests. */
function serveRegistration(): Asked[] {
  const asked: Asked[] = [];
  const note = async (request: Request) => {
    asked.push({ path: new URL(request.url).pathname.replace('/api', ''), body: await request.json() });
  };
  server.use(
    http.post(api('/auth/validate_data'), async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(api('/auth/validate_id'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: { proven_until: new Date(Date.now() + 1_000_000).toISOString() } });
    }),
    http.post(api('/users'), async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: { auth_token: 'user-token', roles: ['customer'] } }, { status: 201 });
    }),
  );
  return asked;
}

async function fillDetails(over: Partial<typeof details> = {}) {
  const app = renderApp('/en/registration');
  await screen.findByRole('heading', { name: 'Create your account' });
  for (const name of fields) {
    await app.user.type(screen.getByLabelText(labels[name]), { ...details, ...over }[name]);
  }
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  return app;
}

async function fillUntilCode() {
  const app = await fillDetails();
  await app.user.type(await screen.findByLabelText('ID number'), '1077000048');
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  return { ...app, field: await screen.findByLabelText('Verification code') };
}

describe('a registration', () => {
  it('leads back from the ID to the details, and keeps them', async () => {
    serveSession();
    serveRegistration();
    const { user } = await fillDetails();
    await screen.findByLabelText('ID number');
    await user.click(screen.getByRole('button', { name: 'Change my details' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Create your account' })).toHaveFocus());
    expect(screen.getByLabelText('Mobile number')).toHaveValue(details.mobile_number);
  });

  it('goes from the number to the account in three steps', async () => {
    serveSession();
    const asked = serveRegistration();
    const codes = serveCodes();
    const { user, path, field } = await fillUntilCode();
    expect(screen.getByText('Step 3 of 3')).toBeVisible();
    await user.type(field, rightCode);
    await waitFor(() => expect(path()).toBe('/en/activate-email')); // AUTH-5
    const { email, password, password_confirmation } = details;
    expect(asked).toEqual([
      { path: '/auth/validate_data', body: details },
      {
        path: '/auth/validate_id',
        body: {
          mobile_number: details.mobile_number,
          id_number: '1077000048',
          document: 'id',
          source: 'register',
        },
      },
      { path: '/users', body: { user: { email, password, password_confirmation } } },
    ]);
    expect(codes.map(({ source }) => source)).toEqual(['register', 'register']);
  });

  it.each<[keyof typeof details, string, string]>([
    ['mobile_number_confirmation', '0570000011', 'The mobile numbers do not match.'],
    ['email', 'huda@example', 'Enter an email address like name@example.com.'],
    ['password', 'oasis-2026', 'This password does not meet the rules below.'],
    ['password_confirmation', 'Acacia-2027', 'The passwords do not match.'],
  ])('says at once what is wrong with %s', async (name, value, text) => {
    serveSession();
    const asked = serveRegistration();
    await fillDetails({ [name]: value });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText(labels[name])).toBeInvalid();
    expect(asked).toEqual([]);
  });

  it('marks the met rules of the password while it is typed', async () => {
    serveSession();
    const { user } = renderApp('/en/registration');
    const password = await screen.findByLabelText('Password');
    const rules = within(screen.getByRole('list', { name: 'Your password has' }));
    const kept = () =>
      rules
        .getAllByRole('listitem')
        .filter((rule) => rule.textContent?.endsWith('done'))
        .map((rule) => rule.textContent?.replace(/ ?done$/, ''));
    expect(kept()).toEqual([]);
    await user.type(password, 'aca');
    expect(kept()).toEqual(['a lower-case letter', expect.stringMatching(/^only Latin letters/)]);
    await user.type(password, 'ciaA1');
    expect(kept()).toHaveLength(5);
    await user.type(password, 'م');
    expect(kept()).toHaveLength(4);
  });

  it('names the refused passwords at the field before and after a refusal', async () => {
    serveSession();
    serveRegistration();
    const message = 'This password is too well known. Please choose another one.';
    server.use(
      http.post(api('/auth/validate_data'), () =>
        refuse(422, { message, messageKey: 'password_common', fields: { password: message } }),
      ),
    );
    renderApp('/en/registration');
    expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription(
      /well-known words are refused.*Riyadh123/,
    );
    cleanup();
    await fillDetails({ password: 'Password1', password_confirmation: 'Password1' });
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeInvalid();
  });

  it('says how a number of another operator signs in', async () => {
    serveSession();
    const message = "It's a non-operator mobile number";
    server.use(
      http.post(api('/auth/validate_data'), () =>
        refuse(422, { message, messageKey: 'non_operator_number', fields: { mobile_number: message } }),
      ),
    );
    await fillDetails({ mobile_number: '0551234567', mobile_number_confirmation: '0551234567' });
    expect(await screen.findByText(message)).toBeVisible();
    for (const [name, to] of [
      [/Join us/, '/en/'],
      [/Order a SIM/, '/en/order-sim/select-number'],
      [/Bring your number to us/, '/en/order-sim/bring-your-number'],
    ] as const) {
      expect(screen.getByRole('link', { name: new RegExp(`^${name.source}.+`) })).toHaveAttribute('href', to);
    }
  });

  it('shows that a number does not exist at the number', async () => {
    serveSession();
    const message = "Oops, seems like this number doesn't exist";
    server.use(
      http.post(api('/auth/validate_data'), () =>
        refuse(404, { message, messageKey: 'number_does_not_exist', fields: { mobile_number: message } }),
      ),
    );
    await fillDetails();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Mobile number')).toBeInvalid();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows that an ID does not match the number', async () => {
    serveSession();
    serveRegistration();
    const message = "The provide mobile number & ID doesn't match";
    server.use(
      http.post(api('/auth/validate_id'), () =>
        refuse(422, { message, messageKey: 'mobile_id_mismatch', fields: { id_number: message } }),
      ),
    );
    const { user } = await fillDetails();
    const field = await screen.findByLabelText('ID number');
    await user.type(field, '3077000048{Enter}');
    expect(await screen.findByText(/starts with 1 or 2/)).toBeVisible();
    await user.clear(field);
    await user.type(field, '1077000014{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('comes back to the details, still filled in, when the code is cancelled', async () => {
    serveSession();
    serveRegistration();
    serveCodes();
    const { user } = await fillUntilCode();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(details.email);
  });

  it('offers another try or a correction after a refused registration', async () => {
    serveSession();
    serveRegistration();
    serveCodes();
    server.use(
      http.post(api('/users'), () =>
        refuse(409, { message: 'Email is already in use', messageKey: 'email_in_use' }),
      ),
    );
    const { user, field } = await fillUntilCode();
    await user.type(field, rightCode);
    const refused = await screen.findByText('Email is already in use');
    expect(refused).toBeVisible();
    expect(refused.closest('[data-message-key]')).toHaveAttribute('data-message-key', 'email_in_use');
    expect(screen.getByRole('button', { name: 'Create my account' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change my details' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(details.email);
  });
});

it('takes the passport that a visitor’s line is registered to, in capitals or not', async () => {
  serveSession();
  const asked = serveRegistration();
  serveCodes();
  const { user } = await fillDetails();
  await user.type(await screen.findByLabelText('ID number'), '2077');
  await user.click(screen.getByRole('button', { name: 'My line is registered to a passport' }));
  const field = screen.getByLabelText('Passport number');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('');
  await user.type(field, 'p77_00071{Enter}');
  expect(await screen.findByText('A passport number has 1 to 20 Latin letters and digits.')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'p77-00 071{Enter}');
  expect(await screen.findByLabelText('Verification code')).toBeVisible();
  expect(asked).toContainEqual({
    path: '/auth/validate_id',
    body: {
      mobile_number: details.mobile_number,
      id_number: 'P7700071',
      document: 'passport',
      source: 'register',
    },
  });
});

it('goes back from the passport to the ID', async () => {
  serveSession();
  serveRegistration();
  const { user } = await fillDetails();
  await user.click(await screen.findByRole('button', { name: 'My line is registered to a passport' }));
  await user.click(screen.getByRole('button', { name: 'My line is registered to an ID or Iqama' }));
  await user.type(screen.getByLabelText('ID number'), 'A107{Enter}');
  expect(screen.getByLabelText('ID number')).toHaveValue('107');
  expect(await screen.findByText('The ID number has 10 digits and starts with 1 or 2.')).toBeVisible();
});

it('leads to the sign-in if the number has an account', async () => {
  serveSession();
  serveRegistration();
  serveCodes();
  const message = 'Oops, seems like this number is already registered';
  server.use(
    http.post(api('/auth/otp/validate'), () =>
      refuse(409, { message, messageKey: 'number_already_registered' }),
    ),
  );
  const { user, field } = await fillUntilCode();
  await user.type(field, rightCode);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in with a password' })).toHaveAttribute('href', '/en/login');
});

it('leads to the first mistake by the first press of the button (D6)', async () => {
  const { user } = renderApp('/en/registration');
  await screen.findByRole('heading', { name: 'Create your account' });
  await user.type(screen.getByLabelText(labels.mobile_number), '0570000011');
  await user.type(screen.getByLabelText(labels.mobile_number_confirmation), '0570000012');
  await user.type(screen.getByLabelText(labels.email), 'no address');
  await user.type(screen.getByLabelText(labels.password), 'abc');
  const last = screen.getByLabelText(labels.password_confirmation);
  await user.type(last, 'abd');
  const button = screen.getByRole('button', { name: 'Continue' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(last, 'no mistake may appear and push the button away').toHaveFocus();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  await waitFor(() => expect(screen.getByLabelText(labels.mobile_number_confirmation)).toHaveFocus());
});
