import { createContext, useContext } from 'react';

/** What was looked for last. It lives as long as somebody is signed in on this page, and stands in no address. */
export interface Searched {
  q: string;
  setQ: (q: string) => void;
}

export const SearchedContext = createContext<Searched>({ q: '', setQ: () => undefined });

export const useSearched = (): Searched => useContext(SearchedContext);
