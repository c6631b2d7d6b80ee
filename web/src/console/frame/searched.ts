import { createContext, useContext } from 'react';

/** The last search. It lives until the agent signs out, and never stands in the address. */
export interface Searched {
  q: string;
  setQ: (q: string) => void;
}

export const SearchedContext = createContext<Searched>({ q: '', setQ: () => undefined });

export const useSearched = (): Searched => useContext(SearchedContext);
