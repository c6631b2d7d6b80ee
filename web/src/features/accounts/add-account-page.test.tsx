import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { codeSent } from '@/testing/sent-code';
import { api, refuse, server } from '@/testing/server';
import { mainLine, serveSession, signIn, subLine } from '@/testing/session';

type User = ReturnType<typeof renderApp>['user'];

async function fillDetails(user: User): Promise<void> {
  await user.type(await screen.findByLabelText('Number to add'), '٠٥٧ ٠٠٠ ٠٠١١');
  await user.type(screen.getByLabelText('Nickname'), 'Home');
  await user.type(screen.getByLabelText('Email for this account'), 'home@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
}

/** Accepts requests for a code and records them. */
function takeCodeRequests(): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(api('/auth/otp'), async ({ request }) => {
      asked.push([request.headers.get('X-Api-Version'), await request.json()]);
      return HttpResponse.json({ data: codeSent() });
    }),
  );
  return asked;
}

const added = { ...subLine, nickname: 'Home', mobile_number: '0570000011', accessList: null };

it('adds a number with the code sent to it, and switches to it', async () => {
  await signIn();
  const asked = takeCodeRequests();
  const bodies: unknown[] = [];
  server.use(
    http.post(api('/users/subscribers'), async ({ request }) => {
      bodies.push(await request.json());
      serveSession([mainLine, added]);
      return HttpResponse.json({ data: added }, { status: 201 });
    }),
    http.get(api('/dashboard'), () => refuse(409, { message: 'Not now' })),
    http.get(api('/users/plan'), () => HttpResponse.json({ data: { rates: [] } })),
  );
  const { user, path } = renderApp('/en/add-account');
  await fillDetails(user);
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  expect(await screen.findByRole('heading', { name: 'Account added' })).toBeVisible();
  expect(screen.getByText(/Home .*057 000 0011.* is now among your accounts/)).toBeVisible();
  expect(asked).toEqual([['v3', { otp: { mobile_number: '0570000011', source: 'add_account' } }]]);
  const details = { mobile_number: '0570000011', nickname: 'Home', email: 'home@example.com' };
  expect(bodies).toEqual([{ ...details, otp: '123456' }]);
  await user.click(screen.getByRole('button', { name: 'Switch to it now' }));
  await expect.poll(path).toBe('/en/dashboard');
});

it.each([
  [422, "Your main or own number can't be added.", true],
  [404, "Oops, seems like this number doesn't exist", false],
  [409, 'You have reached the maximum number of accounts.', false],
])('says why a number cannot be added (%i)', async (status, message, atField) => {
  await signIn();
  server.use(
    http.post(api('/auth/otp'), () =>
      refuse(status, { message, fields: atField ? { mobile_number: message } : undefined }),
    ),
  );
  const { user } = renderApp('/en/add-account');
  await fillDetails(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryAllByText('Oops, Add new account has failed!')).toHaveLength(atField ? 0 : 1);
  expect(screen.getByLabelText('Nickname')).toHaveValue('Home');
});

it('says that the account was not added when the last step fails', async () => {
  await signIn();
  takeCodeRequests();
  server.use(
    http.post(api('/users/subscribers'), () =>
      refuse(409, { message: 'You have this number already.', messageKey: 'account_already_added' }),
    ),
  );
  const { user } = renderApp('/en/add-account');
  await fillDetails(user);
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Oops, Add new account has failed!You have this number already.',
  );
});

it('says that the pin was wrong, and keeps what was typed on the way back', async () => {
  await signIn();
  takeCodeRequests();
  server.use(
    http.post(api('/users/subscribers'), () =>
      refuse(422, {
        message: 'Oops, the pin is incorrect Try Again',
        messageKey: 'pin_incorrect',
        triesLeft: 4,
      }),
    ),
  );
  const { user } = renderApp('/en/add-account');
  await fillDetails(user);
  await user.type(await screen.findByLabelText('Verification code'), '000000');
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops, the pin is incorrect Try Again');
  expect(screen.getByText('4 tries left')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByLabelText('Number to add')).toHaveValue('0570000011');
});

it('needs a nickname, an e-mail and a number', async () => {
  await signIn();
  const asked = takeCodeRequests();
  const { user } = renderApp('/ar/add-account');
  await user.type(await screen.findByLabelText('الرقم المراد إضافته'), '123');
  await user.type(screen.getByLabelText('البريد الإلكتروني لهذا الحساب'), 'home@');
  await user.click(screen.getByRole('button', { name: 'إرسال الرمز' }));
  expect(await screen.findByText(/أدخل رقم جوال يبدأ بـ 05/)).toBeVisible();
  expect(screen.getByText(/أدخل بريدًا إلكترونيًا/)).toBeVisible();
  expect(screen.getByText('هذا الحقل مطلوب')).toBeVisible();
  expect(asked).toEqual([]);
});

it('belongs to the main account', async () => {
  await signIn([mainLine, subLine]);
  const { selectAccount } = await import('@/lib/session');
  await selectAccount(subLine.subscription_id);
  renderApp('/en/add-account');
  expect(await screen.findByRole('button', { name: 'Use the main account' })).toBeVisible();
  expect(screen.queryByLabelText('Number to add')).toBeNull();
});
