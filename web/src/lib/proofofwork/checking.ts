import { useSyncExternalStore } from 'react';

let underway = 0;
const readers = new Set<() => void>();

/** A browser begins or ends showing that it is no robot's. */
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

/** Whether the page is made to wait for that now. */
export const useChecking = (): boolean => useSyncExternalStore(subscribe, () => underway > 0);
