import { createContext, useContext } from 'react';

/** The last search. It is kept until the agent signs out, and never appears in the address. */
export interface Searched {
  q: string;
  setQ: (q: string) => void;
}

export const SearchedContext = createContext<Searched>({ q: '', setQ: () => undefined });

export const useSearched = (): Searched => useContext(SearchedContext);
