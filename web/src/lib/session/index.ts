import { useEffect, useSyncExternalStore } from 'react';
import { readAgain } from './credentials';
import { forgetState, guest, publish, type Session, sessionNow, subscribe } from './state';

export { useSessionExpired } from './expiry';
export type { Session } from './state';

/** The code that calls the server loads after the first paint, and never for guests. */
const account = () => import('./account');

const fail = (error: unknown) => publish({ ...sessionNow(), status: 'failed', error });

let restoring: Promise<void> | undefined;

async function restoreKept(): Promise<void> {
  if (sessionNow().status !== 'starting') {
    return;
  }
  try {
    await (await account()).restore();
  } catch (error) {
    fail(error);
  }
}

/** Resolves with the user of this page as soon as the user is known. Asks once about a stored session. */
export async function settledSession(): Promise<Session> {
  restoring ??= restoreKept();
  await restoring;
  return sessionNow();
}

/** Starts a session of the device for the sign-in pages if there is none. A failure stops the page. */
export async function startDevice(): Promise<void> {
  if ((await settledSession()).status !== 'guest') {
    return;
  }
  try {
    await (await account()).openDevice();
  } catch (error) {
    fail(error);
  }
}

/** Starts again after a failure. */
export async function startAgain(): Promise<void> {
  publish({ ...sessionNow(), status: 'starting', error: undefined });
  restoring = undefined;
  await settledSession();
}

/** Switches to another line. */
export const selectAccount = async (subscriptionId: string) => (await account()).select(subscriptionId);

/** Asks the server for the user again after a change of names, e-mail or lines. */
export const reloadSession = async () => (await account()).reload();

/** Drops the chosen line, which no longer exists (428, code -306). The next call uses the main line. */
export const dropSelection = async () => (await account()).forgetSelection();

/** Ends the sign-in on this page after the server has ended the session. */
export const dropSession = async () => (await account()).dropSession();

const settleTime = 50;
let soon: ReturnType<typeof setTimeout> | undefined;

/** A change in another tab writes several values, which lead to a single update. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key === null || /^selfcare\.(authToken|loggedIn|subAccountId|permissions)$/.test(event.key)) {
    clearTimeout(soon);
    soon = setTimeout(async () => (await account()).readStorageAgain(), settleTime);
  }
}

addEventListener('storage', followOtherTabs);

/** Prerendered pages are written for guests. A known customer appears as soon as the app runs. */
const asRendered = () => guest;

/**
 * Returns the user of this page. The first page that calls the hook starts the request, after its first
 * paint.
 */
export function useSession(): Session {
  useEffect(() => void settledSession(), []);
  return useSyncExternalStore(subscribe, sessionNow, asRendered);
}

/** Resets the state between tests, as if the page had just been opened. */
export function openPageAnew(): void {
  clearTimeout(soon);
  restoring = undefined;
  forgetState();
  void readAgain();
}
