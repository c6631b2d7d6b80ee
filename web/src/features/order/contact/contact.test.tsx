import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { codeSent } from '@/testing/codes';
import { orderAt, orderId } from '@/testing/order';
import { renderStep } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const path = `/orders/${orderId}/personal-information`;

const bodyOf = (request: Request) => request.json();

/** Accepts a contact only with the correct proof. Returns the contacts and the requested codes. */
function serveContact() {
  const given: { proof?: { otp: string } }[] = [];
  const asked: object[] = [];
  server.use(
    http.put(api(path), async ({ request }) => {
      const body = await bodyOf(request);
      given.push(body);
      return body.proof?.otp === '123456'
        ? HttpResponse.json(orderAt('delivery', { seq: 2 }))
        : refuse(422, { messageKey: body.proof ? 'pin_incorrect' : 'contact_not_verified' });
    }),
    http.post(api(`/orders/${orderId}/contact-code`), async ({ request }) => {
      asked.push(await bodyOf(request));
      return HttpResponse.json({ data: codeSent() });
    }),
  );
  return { given, asked };
}

const typed = async (user: ReturnType<typeof renderStep>['user']) => {
  await user.type(await screen.findByLabelText('Full name'), 'Noura Alqahtani');
  await user.type(screen.getByLabelText('Email'), 'noura@example.com');
  await user.type(screen.getByLabelText('Mobile number'), '0551234567');
  await user.type(screen.getByLabelText('Mobile number again'), '0551234567');
};

it('sends a guest a code to the chosen address and goes on with it', async () => {
  const calls = serveContact();
  const { user, path: shown } = renderStep(orderAt('user-information'), 'user-information');
  await typed(user);
  await user.click(screen.getByRole('radio', { name: /To this email/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  await waitFor(() => expect(shown()).toContain('/delivery'));
  expect(calls.asked).toEqual([{ channel: 'email', email: 'noura@example.com' }]);
  expect(calls.given.at(-1)).toEqual({
    fullName: 'Noura Alqahtani',
    email: 'noura@example.com',
    mobile: '0551234567',
    mobileConfirmation: '0551234567',
    proof: { channel: 'email', otp: '123456' },
  });
});

it('keeps what a guest typed on the way back from the code, and sends no second one', async () => {
  const calls = serveContact();
  const { user } = renderStep(orderAt('user-information'), 'user-information');
  await typed(user);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByLabelText('Verification code');
  await user.click(screen.getByRole('button', { name: /^Change the (number|email)$/ }));
  expect(await screen.findByLabelText('Email')).toHaveValue('noura@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByLabelText('Verification code')).toBeVisible();
  expect(calls.asked).toHaveLength(1);
});

const named = {
  person: {
    idNumberMasked: '1*******08',
    nationality: 'SA',
    birthDate: '1992-03-14',
    fullName: 'Sara Alqahtani',
  },
};

it('fills in the contact of a signed-in customer', async () => {
  const given: object[] = [];
  server.use(
    http.put(api(path), async ({ request }) => {
      given.push(await bodyOf(request));
      return HttpResponse.json(orderAt('delivery', { seq: 2 }));
    }),
  );
  await signIn();
  const { user, path: shown } = renderStep(orderAt('user-information', named), 'user-information');
  expect(await screen.findByText('Sara Alqahtani')).toBeVisible();
  expect(screen.queryByLabelText('Mobile number')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(shown()).toContain('/delivery'));
  expect(given).toEqual([
    { fullName: 'Sara Alqahtani', email: 'main@selfcare.example', mobile: '0570000003' },
  ]);
});

it('opens the fields on request, and asks for a typed mobile twice', async () => {
  await signIn();
  const { user } = renderStep(orderAt('user-information', named), 'user-information');
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  expect(await screen.findByLabelText('Mobile number')).toHaveValue('0570000003');
  expect(screen.queryByLabelText('Mobile number again')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.clear(screen.getByLabelText('Mobile number'));
  await user.type(screen.getByLabelText('Mobile number'), '0551234567');
  expect(await screen.findByLabelText('Mobile number again')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});
