import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerWithinMs } from '@/api/client';
import { ApiError, repeatsItself } from '@/api/problem';

/** The one cache. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (tries, error) => tries < 3 && repeatsItself(error),
    },
  },
});

/** Who waits reads what was refused last, or that there was no answer, and says when to go on. */
function giveUp(query: Query): void {
  const error = query.state.fetchFailureReason ?? new ApiError(0, undefined, { timeout: answerWithinMs });
  void query.cancel({ silent: true });
  query.setState({ status: 'error', fetchStatus: 'idle', error });
}

const limits = new WeakMap<Query, ReturnType<typeof setTimeout>>();

// All tries of a question, and the pauses between them, take no longer together than one call may.
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

/** The cache is around the pages that ask the server, so that the first page need not carry it. */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
