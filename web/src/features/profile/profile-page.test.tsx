import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { codeSent } from '@/testing/sent-code';
import { api, refuse, server } from '@/testing/server';
import { mainLine, signIn, subLine } from '@/testing/session';

const preferences = { language: 'en', sms: true, email: false, promotions: false };
const path = api('/users/current/communication-preferences');

beforeEach(() => server.use(http.get(path, () => HttpResponse.json({ data: preferences }))));

it('shows names, number, e-mail and the sub-accounts', async () => {
  await signIn([mainLine, subLine]);
  renderApp('/en/profile');
  expect(await screen.findByText('Sara Alqahtani')).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByText('057 000 0003')).toBeVisible();
  expect(main.getByText('main@selfcare.example')).toBeVisible();
  expect(screen.getByText('Confirmed')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change email' })).toHaveAttribute('href', '/en/change-email');
  expect(within(screen.getByRole('main')).getByText('Driver')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Manage accounts' })).toHaveAttribute('href', '/en/sub-accounts');
});

it('sends a code to an e-mail that waits for confirmation', async () => {
  await signIn(undefined, { email_confirmed: false });
  const bodies: unknown[] = [];
  server.use(
    http.patch(api('/users/current/email'), async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ data: { code: codeSent(), cancels_subscriptions: false } });
    }),
  );
  const { user, path: address } = renderApp('/en/profile');
  expect(await screen.findByText('Not confirmed yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm it' }));
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  expect(address()).toBe('/en/activate-email');
  expect(bodies).toEqual([{ email: 'main@selfcare.example' }]);
});

it('offers to add an e-mail if there is none', async () => {
  await signIn(undefined, { email: '', email_confirmed: false });
  renderApp('/en/profile');
  expect(await screen.findByRole('link', { name: 'Add an email' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm it' })).toBeNull();
});

it('offers seven languages by their own names, and saves language and channels', async () => {
  await signIn();
  const bodies: unknown[] = [];
  server.use(
    http.put(path, async ({ request }) => {
      const body = await request.json();
      bodies.push([body, request.headers.get('Idempotency-Key') !== null]);
      return HttpResponse.json({ data: body });
    }),
  );
  const { user } = renderApp('/en/profile');
  const language = await screen.findByRole('combobox', { name: 'Language of our messages' });
  expect(
    within(language)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['العربية', 'English', 'اردو', 'हिन्दी', 'বাংলা', 'Bahasa Indonesia', 'മലയാളം']);
  await user.selectOptions(language, 'ml');
  await user.click(screen.getByRole('checkbox', { name: 'SMS' }));
  await user.click(screen.getByRole('checkbox', { name: /^Offers and news/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changes saved')).toBeVisible();
  expect(bodies).toEqual([[{ language: 'ml', sms: false, email: false, promotions: true }, true]]);
});

it('says why preferences could not be saved', async () => {
  await signIn();
  server.use(http.put(path, () => refuse(409, { message: 'Not at the moment' })));
  const { user } = renderApp('/en/profile');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not at the moment');
});

it('says why preferences cannot be shown, keeps the rest, and asks again', async () => {
  await signIn();
  server.use(http.get(path, () => refuse(409, { message: 'Not now' }), { once: true }));
  const { user } = renderApp('/en/profile');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(screen.getByText('Sara Alqahtani')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeEnabled();
});

it('leaves the data of the user to the main account', async () => {
  await signIn([mainLine, subLine]);
  const { selectAccount } = await import('@/lib/session');
  await selectAccount(subLine.subscription_id);
  const { user } = renderApp('/en/profile');
  expect(await screen.findByText('You are using Driver')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Change password' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use the main account' }));
  expect(await screen.findByRole('link', { name: 'Change password' })).toBeVisible();
});
