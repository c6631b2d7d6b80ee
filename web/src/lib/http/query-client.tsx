import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerWithinMs } from '@/api/client';
import { ApiError, repeatsItself } from '@/api/problem';

/** The only query cache of the app. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (tries, error) => tries < 3 && repeatsItself(error),
    },
  },
});

/**
 * Fails a query that ran out of time with its last refusal, or with a timeout. The customer then decides
 * about a further try.
 */
function giveUp(query: Query): void {
  const error = query.state.fetchFailureReason ?? new ApiError(0, undefined, { timeout: answerWithinMs });
  void query.cancel({ silent: true });
  query.setState({ status: 'error', fetchStatus: 'idle', error });
}

const limits = new WeakMap<Query, ReturnType<typeof setTimeout>>();

// All tries of a query, with the pauses between them, must end within the time limit of one call.
queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') {
    return;
  }
  const { action, query } = event;
  const begins = action.type === 'fetch';
  if (begins || query.state.fetchStatus === 'idle') {
    clearTimeout(limits.get(query));
  }
  if (begins) {
    limits.set(
      query,
      setTimeout(() => giveUp(query), answerWithinMs),
    );
  }
});

/** Provides the query cache to the pages that call the server. The first page does not load the cache. */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
