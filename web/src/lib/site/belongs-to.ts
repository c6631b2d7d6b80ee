import { createContext, use, useEffect } from 'react';

/** A route to which a page may belong that is not of one place by itself. */
export type Place =
  | 'dashboard'
  | 'recharge'
  | 'cards'
  | 'my-plan'
  | 'transfer'
  | 'myBills'
  | 'services'
  | 'games';

/** How a page tells the frame around it. */
export const SayPlace = createContext<(place: Place | undefined) => void>(() => {});

/** Lights the entry of the sidebar that this page belongs to, as long as it is shown. */
export function useBelongsTo(place: Place | undefined): void {
  const say = use(SayPlace);
  useEffect(() => {
    say(place);
    return () => say(undefined);
  }, [say, place]);
}
