import { useSyncExternalStore } from 'react';

let expired = false;
const readers = new Set<() => void>();

function tell(now: boolean): void {
  expired = now;
  for (const reader of readers) {
    reader();
  }
}

let onPurpose = false;
let whoKnows = 0;

/**
 * Notes that the account's main line is about to end, so that an expired session is explained by it. Calling
 * the returned function removes the note.
 */
export function mainLineGoes(): () => void {
  whoKnows += 1;
  return () => {
    whoKnows -= 1;
  };
}

/** Tells whether the session ended because the main line ended. */
export const endedWithLine = (): boolean => whoKnows > 0;

/** Notes that the session ends on purpose: open calls may then fail without a notice. */
export const endsOnPurpose = (): void => {
  onPurpose = true;
};

/** Handles a session that the server no longer accepts: the page asks the customer to sign in again. */
export const sessionExpired = (): void => tell(!onPurpose);

export const expiryAnswered = (): void => {
  onPurpose = false;
  tell(false);
};

const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

export const sessionHasExpired = (): boolean => expired;

export const useSessionExpired = (): boolean =>
  useSyncExternalStore(subscribe, sessionHasExpired, () => false);
