import { useContext } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

/**
 * Returns a function that changes the query of the address. It changes the newest query, also if the page does not
 * show it yet: the second of two quick taps keeps the first one.
 */
export function useChangeSearch() {
  const [shown, setSearch] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return (change: (search: URLSearchParams) => void, options?: NavigateOptions) => {
    const { navigation, location } = router?.state ?? {};
    const next = navigation?.location?.pathname === location?.pathname ? navigation?.location : undefined;
    const search = new URLSearchParams((next ?? location)?.search ?? shown);
    change(search);
    setSearch(search, options);
  };
}

/** Sets a part of a query at its end, or removes it for an empty value. */
export function setOrDelete(search: URLSearchParams, name: string, value: string): void {
  search.delete(name);
  if (value) {
    search.set(name, value);
  }
}
