import { useEffect, useSyncExternalStore } from 'react';

/** A route to which a page can belong that has no fixed place itself. */
export type Place =
  | 'dashboard'
  | 'recharge'
  | 'cards'
  | 'my-plan'
  | 'transfer'
  | 'myBills'
  | 'services'
  | 'games';

let said: Place | undefined;
const listeners = new Set<() => void>();

function say(place: Place | undefined): void {
  said = place;
  for (const listener of listeners) {
    listener();
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Marks the entry of the menus to which this page belongs, while the page is shown. */
export function useBelongsTo(place: Place | undefined): void {
  useEffect(() => {
    say(place);
    return () => say(undefined);
  }, [place]);
}

/** Returns the place that the shown page has named for itself. */
export const useSaidPlace = (): Place | undefined => useSyncExternalStore(subscribe, () => said);
