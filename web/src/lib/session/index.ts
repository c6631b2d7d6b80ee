import { useEffect, useSyncExternalStore } from 'react';
import { readAgain } from './credentials';
import { forgetState, guest, publish, type Session, sessionNow, subscribe } from './state';

export { useSessionExpired } from './expiry';
export type { Session } from './state';

/** What asks the server comes after the first paint, and never to guests. */
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

/** Resolves with who uses this page as soon as that is known; a kept session is asked about once. */
export async function settledSession(): Promise<Session> {
  restoring ??= restoreKept();
  await restoring;
  return sessionNow();
}

/** For the sign-in pages: makes a session of the device if there is none. A failure stops the page. */
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

/** After a failure: from the start. */
export async function startAgain(): Promise<void> {
  publish({ ...sessionNow(), status: 'starting', error: undefined });
  restoring = undefined;
  await settledSession();
}

/** Shows another line from now on. */
export const selectAccount = async (subscriptionId: string) => (await account()).select(subscriptionId);

/** Asks again who is signed in, after a change of names, e-mail or lines. */
export const reloadSession = async () => (await account()).reload();

/** The line chosen is gone (428, code -306): the main line again from the next call on. */
export const dropSelection = async () => (await account()).forgetSelection();

/** The server says that the session is over: the sign-in on this page ends. */
export const dropSession = async () => (await account()).dropSession();

const settleTime = 50;
let soon: ReturnType<typeof setTimeout> | undefined;

/** One change in another tab writes several values. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key === null || /^selfcare\.(authToken|loggedIn|subAccountId|permissions)$/.test(event.key)) {
    clearTimeout(soon);
    soon = setTimeout(async () => (await account()).readStorageAgain(), settleTime);
  }
}

addEventListener('storage', followOtherTabs);

/** Pages that came as HTML were written for guests. A known customer appears as soon as the app runs. */
const asRendered = () => guest;

/** Who uses this page. The first page that wants to know starts asking, after it was painted. */
export function useSession(): Session {
  useEffect(() => void settledSession(), []);
  return useSyncExternalStore(subscribe, sessionNow, asRendered);
}

/** Only tests start over: like a page that was just opened. */
export function openPageAnew(): void {
  clearTimeout(soon);
  restoring = undefined;
  forgetState();
  void readAgain();
}
