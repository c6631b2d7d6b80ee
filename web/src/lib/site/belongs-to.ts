import { createContext, use, useEffect } from 'react';

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

/** With this function a page tells the frame its place. */
export const SayPlace = createContext<(place: Place | undefined) => void>(() => {});

/** Marks the entry of the sidebar to which this page belongs, while the page is shown. */
export function useBelongsTo(place: Place | undefined): void {
  const say = use(SayPlace);
  useEffect(() => {
    say(place);
    return () => say(undefined);
  }, [say, place]);
}
