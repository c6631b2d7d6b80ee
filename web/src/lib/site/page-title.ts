import { useEffect, useSyncExternalStore } from 'react';

let current: string | undefined;
const readers = new Set<() => void>();

function tell(title: string | undefined): void {
  current = title;
  for (const reader of readers) {
    reader();
  }
}

/** Makes the heading of a page also its title in the frame and in the browser. */
export function useNamesPage(title: string): void {
  useEffect(() => {
    tell(title);
    return () => tell(undefined);
  }, [title]);
}

const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

/** Returns the title of the current page; undefined until the page has a heading. */
export const usePageTitle = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
