import { renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { listPlans } from '@/api/gen-later';
import { i18n } from '@/i18n';
import { queries } from '@/lib/http/query-client';
import { api, refuse, server } from '@/testing/server';
import { mainLine, serveSession, signIn, staff, subLine, user } from '@/testing/session';
import { dropSession, openDevice, signIn as signInWith, signOut, withDevice } from './account';
import {
  openPageAnew,
  type Session,
  selectAccount,
  settledSession,
  startAgain,
  startDevice,
  useSession,
} from './index';
import { recall, save, storageKeyOf } from './vault';

const session = async (): Promise<Session> => settledSession();

/** Opens a page in a browser with this stored session. */
async function openPageWith(kept: Parameters<typeof save>[0]): Promise<void> {
  await save(kept);
  openPageAnew();
}

/** Writes the values as another tab does. The browser informs all tabs except the writer. */
async function writeInAnotherTab(kept: Parameters<typeof save>[0]): Promise<void> {
  await save(kept);
  dispatchEvent(new StorageEvent('storage', { key: storageKeyOf('permissions') }));
}

const signedIn = { authToken: 'user-token', loggedIn: true };

describe('a guest', () => {
  it('is known at once without a request', async () => {
    const calls = serveSession();
    const { result } = renderHook(() => useSession());
    expect(result.current).toMatchObject({ status: 'guest', permissions: null, subscribers: [] });
    await session();
    expect(calls).toEqual([]);
  });

  it('opens one session for the device and is the same device on the next visit', async () => {
    const calls = serveSession();
    const devices: unknown[] = [];
    server.events.on('request:start', async ({ request }) => {
      if (request.url.endsWith('/auth/device')) {
        devices.push(await request.clone().json());
      }
    });
    await Promise.all([startDevice(), startDevice()]);
    expect(calls.map(({ call }) => call)).toEqual(['POST /auth/device']);
    await dropSession();
    await startDevice();
    await waitFor(() => expect(devices).toHaveLength(2));
    expect(devices[1]).toEqual(devices[0]);
    expect(devices[0]).toEqual({ device_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) });
    expect((await recall()).authToken).toBe('device-token');
    server.events.removeAllListeners();
  });

  it('is stopped by a device call that fails, until it succeeds', async () => {
    server.use(http.post(api('/auth/device'), () => refuse(500, { message: 'Down' })));
    await startDevice();
    expect(await session()).toMatchObject({ status: 'failed', error: { message: 'Down' } });
    serveSession();
    await startAgain();
    expect((await session()).status).toBe('guest');
    await startDevice();
    expect((await recall()).authToken).toBe('device-token');
  });

  it('stays signed in when a call of the former session is refused', async () => {
    serveSession();
    await startDevice();
    const none = HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false });
    const answers = [refuse(401, { messageKey: 'sign_in_required' }), none];
    server.use(
      http.get(api('/plans'), async () => {
        if (answers.length > 1) {
          await signInWith('user-token'); // the customer signed in first
        }
        return answers.shift();
      }),
    );
    await withDevice(() => listPlans({ throwOnError: true }));
    expect((await session()).status).toBe('signed-in');
    expect(await recall()).toMatchObject(signedIn);
  });

  it('gets a new session when the device’s session is over', async () => {
    const calls = serveSession();
    await openPageWith({ authToken: 'old-token' });
    const none = HttpResponse.json({ items: [], page: 1, per_page: 10, hasMore: false });
    const answers = [refuse(401, { messageKey: 'sign_in_required' }), none];
    const tokens: (string | null)[] = [];
    server.use(
      http.get(api('/plans'), ({ request }) => {
        tokens.push(request.headers.get('Authorization'));
        return answers.shift();
      }),
    );
    await withDevice(() => listPlans({ throwOnError: true }));
    expect(tokens).toEqual(['Bearer old-token', 'Bearer device-token']);
    expect(calls.map(({ call }) => call)).toEqual(['POST /auth/device']);
  });
});

describe('a session kept from an earlier visit', () => {
  it('shows the stored account until the server answers', async () => {
    serveSession([mainLine, subLine]);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(api('/users/current'), async () => {
        await answered;
        return HttpResponse.json({ data: user });
      }),
    );
    await openPageWith({ ...signedIn, userInfo: { ...user, first_name: 'Kept' }, permissions: ['history'] });
    const { result } = renderHook(() => useSession());
    expect(result.current.status).toBe('starting');
    await waitFor(() => expect(result.current.user?.first_name).toBe('Kept'));
    expect(result.current).toMatchObject({ status: 'starting', permissions: ['history'] });
    answer();
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    expect(result.current).toMatchObject({ user, selected: mainLine, permissions: null });
  });

  it('is shown on every call, with the line that was chosen', async () => {
    const calls = serveSession([mainLine, subLine]);
    await openPageWith({ ...signedIn, subAccountId: subLine.subscription_id });
    expect(await session()).toMatchObject({
      status: 'signed-in',
      selected: subLine,
      permissions: ['history'],
    });
    expect(calls.toSorted((a, b) => a.call.localeCompare(b.call))).toEqual(
      ['GET /users/current', 'GET /users/subscribers'].map((call) => ({
        call,
        token: 'user-token',
        line: subLine.subscription_id,
      })),
    );
  });

  it('becomes a guest without an error when the server refuses with 403', async () => {
    serveSession();
    server.use(http.get(api('/users/current'), () => refuse(403, { messageKey: 'not_signed_in' })));
    await openPageWith(signedIn);
    expect(await session()).toEqual({ status: 'guest', subscribers: [], permissions: null });
    expect(localStorage.getItem(storageKeyOf('loggedIn'))).toBeNull();
  });

  it('is removed when it is over', async () => {
    serveSession();
    server.use(http.get(api('/users/current'), () => refuse(401, { messageKey: 'sign_in_required' })));
    await openPageWith(signedIn);
    expect((await session()).status).toBe('guest');
    expect((await recall()).authToken).toBeUndefined();
  });

  it.each([
    ['trouble on the server', () => refuse(500, { message: 'Down' })],
    ['silence', () => HttpResponse.error()],
  ])('shows %s as an error and can be tried again', async (_, answer) => {
    serveSession();
    server.use(http.get(api('/users/current'), answer));
    await openPageWith(signedIn);
    const failed = await session();
    expect(failed.status).toBe('failed');
    expect(failed.error).toBeDefined();
    serveSession();
    await startAgain();
    expect(await session()).toMatchObject({ status: 'signed-in', user });
    expect((await session()).error).toBeUndefined();
  });

  it('falls back to the main line if the chosen one is gone', async () => {
    serveSession([mainLine]);
    server.use(
      http.get(api('/users/current'), ({ request }) =>
        request.headers.get('x-sub-account')
          ? refuse(428, { code: -306, messageKey: 'sub_account_stale' })
          : HttpResponse.json({ data: user }),
      ),
    );
    await openPageWith({ ...signedIn, subAccountId: subLine.subscription_id });
    expect(await session()).toMatchObject({ status: 'signed-in', selected: mainLine });
    expect((await recall()).subAccountId).toBe('main');
  });
});

describe('signing in', () => {
  it('stores the data of the specification, and chooses the main line', async () => {
    await signIn([mainLine, subLine]);
    expect(await session()).toMatchObject({ status: 'signed-in', selected: mainLine });
    expect(await recall()).toEqual({
      authToken: 'user-token',
      loggedIn: true,
      userInfo: user,
      names: { first: 'Sara', last: 'Alqahtani' },
      permissions: null,
      subAccountId: 'main',
      deviceId: undefined,
    });
  });

  it('as staff needs no line, and lasts over a reload', async () => {
    serveSession([], staff);
    await signInWith('staff-token');
    openPageAnew();
    expect(await session()).toMatchObject({ status: 'staff', user: staff, subscribers: [] });
  });

  it('without a main line is refused and leaves a guest', async () => {
    await i18n.changeLanguage('en');
    const calls = serveSession([subLine]);
    await expect(signInWith('user-token')).rejects.toThrow('Something went wrong');
    expect((await session()).status).toBe('guest');
    expect(calls.at(-1)).toMatchObject({ call: 'POST /users/current/logout', token: 'user-token' });
    expect((await recall()).authToken).toBeUndefined();
  });

  it('drops cached data', async () => {
    queries.setQueryData(['somebody'], 'else');
    await signIn();
    expect(queries.getQueryData(['somebody'])).toBeUndefined();
  });
});

describe('signing out', () => {
  it('ends the session on the server with its token', async () => {
    const calls = await signIn();
    await signOut();
    expect(calls.at(-1)).toMatchObject({ call: 'POST /users/current/logout', token: 'user-token' });
  });

  it('clears this browser even when the server does not answer', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await signIn();
    await openDevice();
    server.use(http.post(api('/users/current/logout'), () => HttpResponse.error()));
    await signOut();
    expect(warned).toHaveBeenCalledOnce();
    expect((await session()).status).toBe('guest');
    expect(Object.keys(localStorage).filter((key) => key !== storageKeyOf('deviceId'))).toEqual([]);
  });
});

describe('the line chosen', () => {
  it('is sent with every call, and is chosen again on the next visit', async () => {
    const calls = await signIn([mainLine, subLine]);
    await selectAccount(subLine.subscription_id);
    expect(await session()).toMatchObject({ selected: subLine, permissions: ['history'] });
    expect(calls.at(-1)?.line).toBe(subLine.subscription_id);
    openPageAnew();
    expect((await session()).selected).toEqual(subLine);
    await selectAccount('main');
    expect(await session()).toMatchObject({ selected: mainLine, permissions: null });
    expect(calls.at(-1)?.line).toBeNull();
  });

  it('stays the same when the change fails', async () => {
    const calls = await signIn([mainLine, subLine]);
    server.use(http.get(api('/users/current'), () => refuse(500, {})));
    await expect(selectAccount(subLine.subscription_id)).rejects.toThrow();
    expect((await session()).selected).toEqual(mainLine);
    server.resetHandlers();
    const after = serveSession([mainLine, subLine]);
    await selectAccount('main');
    expect([...calls, ...after].at(-1)?.line).toBeNull();
  });
});

describe('another tab', () => {
  it('passes changed permissions on to this tab', async () => {
    await signIn();
    await writeInAnotherTab({ permissions: [] });
    const { result } = renderHook(() => useSession());
    await waitFor(() => expect(result.current.permissions).toEqual([]));
    expect(result.current.status).toBe('signed-in');
  });

  it('signs this tab out as well', async () => {
    await signIn();
    const { result } = renderHook(() => useSession());
    await writeInAnotherTab({ authToken: undefined, loggedIn: undefined });
    await waitFor(() => expect(result.current.status).toBe('guest'));
  });

  it('signs in or chooses a line in this tab as well', async () => {
    serveSession([mainLine, subLine]);
    const { result } = renderHook(() => useSession());
    await writeInAnotherTab({ ...signedIn, subAccountId: subLine.subscription_id });
    await waitFor(() => expect(result.current.selected).toEqual(subLine));
  });
});
