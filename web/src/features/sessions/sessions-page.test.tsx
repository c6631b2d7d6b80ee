import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Passkey, SignInAttempt, UserSession } from '@/api/gen-session';
import { renderApp } from '@/testing/render';
import { api, refuse, server } from '@/testing/server';
import { signIn } from '@/testing/session';

const here: UserSession = {
  id: '01920000-0000-7000-8000-000000000001',
  current: true,
  provider: 'password',
  browser: 'Chrome',
  system: 'Windows',
  network: '203.0.113.0/24',
  begun_at: '2026-11-20T09:00:00Z',
  used_at: '2026-11-22T17:14:00Z',
};
const phone: UserSession = {
  ...here,
  id: '01920000-0000-7000-8000-000000000002',
  current: false,
  provider: 'otp',
  browser: 'Safari',
  system: 'iPhone',
};
const unknown: UserSession = {
  ...phone,
  id: '01920000-0000-7000-8000-000000000003',
  browser: '',
  system: '',
};
const attempts: SignInAttempt[] = [
  { at: here.used_at, succeeded: false, provider: 'otp', browser: '', system: '', network: '' },
  { ...here, at: here.begun_at, succeeded: true },
];

const passkeys: Passkey[] = [
  { id: 'a'.repeat(22), name: 'Chrome Windows', added_at: here.begun_at, used_at: here.used_at },
];

let open: UserSession[];
let ended: string[];

beforeEach(async () => {
  open = [here, phone, unknown];
  ended = [];
  await signIn();
  server.use(
    http.get(api('/users/current/sessions'), () => HttpResponse.json({ data: open })),
    http.get(api('/users/current/passkeys'), () => HttpResponse.json({ data: passkeys })),
    http.get(api('/users/current/sign-ins'), () => HttpResponse.json({ data: attempts })),
    http.delete(api('/users/current/sessions/:id'), ({ params, request }) => {
      ended.push(`${String(params.id)} ${request.headers.has('Idempotency-Key')}`);
      open = open.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(api('/users/current/sessions'), () => {
      ended.push('others');
      open = [here];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

it('opens from the profile, and names devices, times and networks', async () => {
  const { user } = renderApp('/en/profile');
  await user.click(await screen.findByRole('link', { name: 'See devices and sign-ins' }));
  const mine = (await screen.findByText('This device')).closest('li');
  expect(mine).toHaveTextContent('Chrome · Windows');
  expect(mine).toHaveTextContent('20 November 2026, 12:00 pm with a password');
  expect(mine).toHaveTextContent('203.0.113.0/24');
  expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign out Safari · iPhone' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out Unknown device' })).toBeVisible();
  expect(await screen.findByText('Failed with a code')).toBeVisible();
  expect(screen.getByText('Signed in with a password')).toBeVisible();
});

it('signs a device out after a confirmation', async () => {
  const { user } = renderApp('/en/sessions');
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari · iPhone' }));
  await user.click(screen.getByRole('button', { name: 'Keep it signed in' }));
  expect(ended).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sign out Safari · iPhone' }));
  await user.click(screen.getByRole('button', { name: 'Sign it out' }));
  expect(await screen.findByText('The device is signed out')).toBeVisible();
  expect(ended).toEqual([`${phone.id} true`]);
  await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull());
});

it('signs all other devices out', async () => {
  const { user } = renderApp('/en/sessions');
  await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('You stay signed in here.');
  await user.click(screen.getByRole('button', { name: 'Sign them out' }));
  expect(await screen.findByText('You are signed in on this device only.')).toBeVisible();
  expect(ended).toEqual(['others']);
});

it('says why a device could not be signed out', async () => {
  server.use(http.delete(api('/users/current/sessions/:id'), () => refuse(404, { message: 'Over already' })));
  const { user } = renderApp('/en/sessions');
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari · iPhone' }));
  await user.click(screen.getByRole('button', { name: 'Sign it out' }));
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('Over already');
});

it('offers another try if the lists cannot be read', async () => {
  server.use(http.get(api('/users/current/sign-ins'), () => refuse(500, { message: 'Down' })));
  renderApp('/en/sessions');
  expect(await screen.findByRole('alert')).toHaveTextContent('Down');
  expect(await screen.findByText('Safari · iPhone')).toBeVisible();
});

it('lists passkeys, removes one after a confirmation, and says if none can be made', async () => {
  const removed: string[] = [];
  server.use(
    http.delete(api('/users/current/passkeys/:id'), ({ params, request }) => {
      removed.push(`${String(params.id)} ${request.headers.has('Idempotency-Key')}`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp('/en/sessions');
  expect(await screen.findByText(/^This browser cannot make passkeys/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Chrome Windows' }));
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(removed).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove Chrome Windows' }));
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(await screen.findByText('The passkey is removed')).toBeVisible();
  expect(removed).toEqual([`${'a'.repeat(22)} true`]);
});
