import * as z from 'zod/mini';
import {
  signOut as endSession,
  getCurrentUser,
  listSubscribers,
  openDeviceSession,
  type Subscriber,
} from '@/api/gen-session';
import { zCurrentUser, zPermissionKey, zUuid } from '@/api/gen-session/zod.gen';
import { ApiError, problemOf, statusOf } from '@/api/problem';
import { i18n } from '@/i18n';
import { queries } from '@/lib/http/query-client';
import { type Credentials, credentials, mainAccount, readAgain, setCredentials } from './credentials';
import { endsOnPurpose, expiryAnswered } from './expiry';
import { forgetOrders } from './kept-order';
import { guest, isSignedIn, publish, type Session, sessionNow, starting } from './state';
import { forget, recall, save } from './vault';

/** Codes of the request layer (specification, section 8). */
const staleSubAccount = -306;

const call = () => ({ headers: { 'accept-language': i18n.language }, throwOnError: true as const });

const zKeptPermissions = z.nullable(z.array(zPermissionKey));

/** A customer cannot work with a list of lines without a main line. */
const noMainLine = () =>
  new ApiError(200, {
    message: i18n.t('errors.title'),
    messageKey: 'something_went_wrong',
    code: 0,
    traceId: '',
  });

async function whoIsSignedIn(): Promise<Session> {
  const [{ data: user }, { data: lines }] = await Promise.all([
    getCurrentUser(call()),
    listSubscribers(call()),
  ]);
  if (user.data.works_for_us) {
    return { ...guest, status: 'staff', user: user.data };
  }
  const { subAccount } = await credentials();
  const main = lines.data.find((line) => line.user.is_main);
  if (!main) {
    throw noMainLine();
  }
  const chosen = lines.data.find((line) => line.subscription_id === subAccount);
  const permissions = user.data.accessList?.map(({ key }) => key) ?? null;
  const status = 'signed-in';
  return { status, user: user.data, subscribers: lines.data, selected: chosen ?? main, permissions };
}

async function forgetSelection(): Promise<void> {
  const { token } = await credentials();
  setCredentials({ token });
  await save({ subAccountId: undefined });
}

/** If the chosen line no longer exists, the choice is dropped. */
async function whoIsSignedInNow() {
  try {
    return await whoIsSignedIn();
  } catch (error) {
    if (problemOf(error)?.code !== staleSubAccount) {
      throw error;
    }
    await forgetSelection();
    return whoIsSignedIn();
  }
}

/** Asks the server for the owner of this session. Ignores an answer that comes after the session changed. */
async function load(): Promise<void> {
  const { token } = await credentials();
  const stillHeld = async () => (await credentials()).token === token;
  const known = await whoIsSignedInNow();
  if (!(await stillHeld())) {
    return;
  }
  // The session is stored before it is shown, because a customer may reload the page at once.
  await save({
    authToken: token,
    loggedIn: true,
    userInfo: known.user,
    names: { first: known.user?.first_name, last: known.user?.last_name },
    permissions: known.permissions,
    subAccountId: known.selected?.subscription_id,
  });
  if (await stillHeld()) {
    publish(known);
  }
}

/** Shows the stored data of the last visit until the server answers. */
async function showKept(): Promise<void> {
  const { userInfo, permissions } = await recall();
  const user = zCurrentUser.safeParse(userInfo);
  const allowed = zKeptPermissions.safeParse(permissions);
  publish({ ...starting, user: user.data, permissions: allowed.success ? allowed.data : [] });
}

/**
 * Restores the session of an earlier visit: the server returns its owner, or answers that the session has
 * ended.
 */
export async function restore(): Promise<void> {
  const { token } = await credentials();
  if (!token) {
    await dropSession();
    return;
  }
  try {
    await showKept();
    await load();
  } catch (error) {
    await giveUp(error, token);
  }
}

async function giveUp(error: unknown, token: string): Promise<void> {
  switch (statusOf(error)) {
    case 401:
      await dropIfHeld(token);
      break;
    case 403: // a session of the device without a customer is no error
      await save({ loggedIn: undefined });
      publish(guest);
      break;
    default:
      publish({ ...sessionNow(), status: 'failed', error });
  }
}

const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

let opening: Promise<void> | undefined;

async function openNow(): Promise<void> {
  const kept = zUuid.safeParse((await recall()).deviceId);
  const deviceId = kept.success ? kept.data : newUuid();
  const { data } = await openDeviceSession({ ...call(), body: { device_id: deviceId } });
  if ((await credentials()).token) {
    await save({ deviceId }); // a customer has signed in meanwhile
    return;
  }
  setCredentials({ token: data.data.auth_token });
  await save({ authToken: data.data.auth_token, deviceId });
}

/** Starts a session of this device if there is no session yet. Codes and social sign-ins need one. */
export async function openDevice(): Promise<void> {
  if ((await credentials()).token) {
    return;
  }
  opening ??= openNow().finally(() => {
    opening = undefined;
  });
  await opening;
}

/**
 * Makes a call that needs a session. If the session has ended, the call is repeated with a new one. If a
 * customer has signed in meanwhile, that sign-in ended the session, and the customer's session stays.
 */
export async function withDevice<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  await openDevice();
  const { token } = await credentials();
  try {
    return await send();
  } catch (error) {
    if (problemOf(error)?.messageKey !== 'sign_in_required') {
      throw error;
    }
    await dropIfHeld(token);
    await openDevice();
    return send();
  }
}

/** Drops the answers of the previous customer or line. The data on the screen is read again. */
async function forgetAnswers(): Promise<void> {
  queries.removeQueries({ type: 'inactive' });
  await queries.resetQueries();
}

/** A staff member needs a second factor first: the session stays unconfirmed until then. */
const asksForSecondFactor = (error: unknown): boolean =>
  problemOf(error)?.messageKey.startsWith('second_factor_') ?? false;

/** Replaces the device's session by the session of the sign-in. */
export async function signIn(token: string): Promise<void> {
  setCredentials({ token });
  try {
    await load();
  } catch (error) {
    if (asksForSecondFactor(error)) {
      await save({ authToken: token });
    } else {
      await signOut();
    }
    throw error;
  }
  void forgetAnswers();
}

/** A guest gets no notice about an expired session. */
function becomeGuest(): void {
  publish(guest);
  expiryAnswered();
  queries.removeQueries({ type: 'inactive' });
}

/** Ends the sign-in on this page. */
export async function dropSession(): Promise<void> {
  setCredentials({});
  becomeGuest();
  await forget();
}

/** Drops this session if the page still uses it. */
async function dropIfHeld(token: string | undefined): Promise<void> {
  if ((await credentials()).token === token) {
    await dropSession();
  }
}

/** Ends the session on the server. The answer does not matter. */
async function endOnServer(token: string | undefined): Promise<void> {
  if (!token) {
    return;
  }
  try {
    await endSession({ ...call(), headers: { ...call().headers, Authorization: `Bearer ${token}` } });
  } catch (error) {
    console.warn('sign out', error);
  }
}

/**
 * Signs out. The stored data is deleted before the next page is shown, so closing or reloading that page does
 * not undo the sign-out. The previous page learns of the sign-out last.
 */
export async function signOut(goToNextPage = async () => {}): Promise<void> {
  const { token } = await credentials();
  endsOnPurpose();
  setCredentials({});
  await forget();
  forgetOrders();
  const ended = endOnServer(token);
  try {
    await goToNextPage();
  } finally {
    becomeGuest();
  }
  await ended;
}

export async function select(subscriptionId: Subscriber['subscription_id']): Promise<void> {
  const before = await credentials();
  const subAccount = subscriptionId === mainAccount ? undefined : subscriptionId;
  setCredentials({ ...before, subAccount });
  try {
    await load();
  } catch (error) {
    setCredentials(before);
    throw error;
  }
  void forgetAnswers();
}

export { forgetSelection, load as reload };

const same = (a: Credentials, b: Credentials) => a.token === b.token && a.subAccount === b.subAccount;

/** Reads the storage after another tab signed in or out, chose another line or received other permissions. */
export async function readStorageAgain(): Promise<void> {
  const before = await credentials();
  const now = await readAgain();
  const { loggedIn, permissions } = await recall();
  const session = sessionNow();
  if (!loggedIn) {
    becomeGuest();
  } else if (!same(before, now) || !isSignedIn(session)) {
    await restore();
    void forgetAnswers();
  } else {
    const allowed = zKeptPermissions.safeParse(permissions);
    publish({ ...session, permissions: allowed.success ? allowed.data : [] });
  }
}
