import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { repeatsItself } from '@/api/problem';

/** The one cache. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (tries, error) => tries < 3 && repeatsItself(error),
    },
  },
});

/** The cache is around the pages that ask the server, so that the first page need not carry it. */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
