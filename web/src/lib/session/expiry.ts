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

/** A page knows that the account's main line ends now: when the session is over next, that is why. Until the answer is called. */
export function mainLineGoes(): () => void {
  whoKnows += 1;
  return () => {
    whoKnows -= 1;
  };
}

/** Whether the session is over because the line has ended. */
export const endedWithLine = (): boolean => whoKnows > 0;

/** From now on the end of the session is no accident: calls under way may find it over. */
export const endsOnPurpose = (): void => {
  onPurpose = true;
};

/** The server no longer takes this page's session: the customer is asked to sign in again. */
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
