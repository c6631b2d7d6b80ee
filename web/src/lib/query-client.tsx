import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from './problem';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (tries, error) => tries < 3 && error instanceof ApiError && error.mayRetry,
    },
  },
});

/** One cache for all pages; it is around those that ask the server, so that the first page need not carry it. */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
