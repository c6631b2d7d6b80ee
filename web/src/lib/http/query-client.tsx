import { onlineManager, type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerWithinMs } from '@/api/client';
import { ApiError, repeatsItself, type Silence } from '@/api/problem';

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
 * Fails a query with its last refusal, or with the reason of the silence. The customer then decides about a
 * further try.
 */
function giveUp(query: Query, silence: Silence): void {
  const error = query.state.fetchFailureReason ?? new ApiError(0, undefined, silence);
  void query.cancel({ silent: true });
  query.setState({ status: 'error', fetchStatus: 'idle', error });
}

const limits = new WeakMap<Query, ReturnType<typeof setTimeout>>();

function limit(query: Query): void {
  clearTimeout(limits.get(query));
  limits.set(
    query,
    setTimeout(() => giveUp(query, { timeout: answerWithinMs }), answerWithinMs),
  );
}

/**
 * Ends the wait of a query that has no connection. A page without an answer says so at once; a known answer
 * stays on the page. The query cache asks again when the connection is back.
 */
function endWait(query: Query): void {
  clearTimeout(limits.get(query));
  if (query.state.data === undefined) {
    giveUp(query, 'unreached');
  }
}

// All tries of a query, with the pauses between them, must end within the time limit of one call.
queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') {
    return;
  }
  const { action, query } = event;
  if (action.type === 'pause' && !onlineManager.isOnline()) {
    endWait(query);
  } else if (action.type === 'fetch' || action.type === 'continue') {
    limit(query);
  } else if (query.state.fetchStatus === 'idle') {
    clearTimeout(limits.get(query));
  }
});

/** Provides the query cache to the pages that call the server. The first page does not load the cache. */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
