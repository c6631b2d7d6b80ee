import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type Problem } from '@/api/problem';
import { credentials } from '@/lib/session/credentials';
import { expiryAnswered, sessionHasExpired } from '@/lib/session/expiry';
import { takeSentBack } from '@/lib/site/sent-back';
import { problem } from '@/testing/server';
import { signIn } from '@/testing/session';
import { actOn } from './request-outcomes';

const refusal = (status: number, code: number, messageKey: Problem['messageKey']) =>
  new ApiError(status, problem({ code, messageKey }));

const asked = (token?: string) =>
  new Request('http://localhost/api/users/current', {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });

const reload = vi.fn();
const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { ...location, pathname: '/ar/profile', reload, assign });
  vi.spyOn(history, 'back').mockImplementation(() => {});
  reload.mockClear();
  assign.mockClear();
  history.replaceState(null, '');
  expiryAnswered();
  return () => vi.unstubAllGlobals();
});

it('goes back when the page is not for this line (ACC-5)', async () => {
  history.replaceState({ idx: 1 }, '');
  await actOn(refusal(403, -403, 'not_allowed'), asked());
  expect(history.back).toHaveBeenCalledOnce();
  expect(takeSentBack()).toBe(true);
});

it.each([
  ['by the number, whatever its key (ACC-5)', -403, 'line_blocked'],
  ['by the key, whatever its number (ACC-5)', -1, 'not_allowed'],
] as const)('knows a page that is not for this line %s', async (_, code, messageKey) => {
  history.replaceState({ idx: 1 }, '');
  await actOn(refusal(403, code, messageKey), asked());
  expect(history.back).toHaveBeenCalledOnce();
});

it('stays on the page if another thing is forbidden', async () => {
  await actOn(refusal(403, -1, 'signature_invalid'), asked());
  expect(history.back).not.toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
});

it.each(['/en/console', '/ar/console/audit'])(
  'stays in the console, which says what its people may not do: %s',
  async (pathname) => {
    vi.stubGlobal('location', { ...location, pathname, assign });
    history.replaceState({ idx: 1 }, '');
    await actOn(refusal(403, -403, 'not_allowed'), asked());
    expect(history.back).not.toHaveBeenCalled();
    expect(assign).not.toHaveBeenCalled();
  },
);

it('goes to the first page of the language if there is no earlier page', async () => {
  await actOn(refusal(403, -403, 'not_allowed'), asked());
  expect(history.back).not.toHaveBeenCalled();
  expect(assign).toHaveBeenCalledWith('/ar/');
});

it('stays on the page of another customer’s order, which says what to do', async () => {
  await actOn(refusal(403, -403, 'order_not_yours'), asked());
  expect(history.back).not.toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
});

it('forgets a sub-account that is gone and loads the page anew (ACC-5)', async () => {
  await actOn(refusal(428, -306, 'sub_account_stale'), asked());
  expect(reload).toHaveBeenCalledOnce();
});

it('says that a session is over only to a signed-in customer', async () => {
  await actOn(refusal(401, -1007, 'sign_in_required'), asked());
  expect(sessionHasExpired()).toBe(false);
  await signIn();
  const { token } = await credentials();
  await actOn(refusal(401, -1008, 'invalid_login'), asked(token));
  expect(sessionHasExpired()).toBe(false);
  await actOn(refusal(401, -1007, 'sign_in_required'), asked(token));
  expect(sessionHasExpired()).toBe(true);
});

it('says nothing about a session that a sign-in has replaced', async () => {
  await signIn();
  await actOn(refusal(401, -1007, 'sign_in_required'), asked('of-this-device'));
  expect(sessionHasExpired()).toBe(false);
});
