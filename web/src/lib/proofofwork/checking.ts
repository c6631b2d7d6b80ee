import { useSyncExternalStore } from 'react';

let underway = 0;
const readers = new Set<() => void>();

/** Marks the begin or the end of a proof that the visitor is no robot. */
export function isChecking(begins: boolean): void {
  underway += begins ? 1 : -1;
  for (const reader of readers) {
    reader();
  }
}

const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

/** Tells whether the page waits for such a proof now. */
export const useChecking = (): boolean => useSyncExternalStore(subscribe, () => underway > 0);
