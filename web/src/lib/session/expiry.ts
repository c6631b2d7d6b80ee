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

export const useSessionExpired = (): boolean => useSyncExternalStore(subscribe, sessionHasExpired);
