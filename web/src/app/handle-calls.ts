import { handleCalls } from '@/api/call-handlers';
import { withCredentials } from '@/lib/session/credentials';

/** These statuses can concern the whole page. The code that handles them loads on demand. */
const concernsThePage = [401, 403, 428];

handleCalls({
  authorize: withCredentials,
  onRefusal: (error, request) => {
    if (concernsThePage.includes(error.status)) {
      void import('./request-outcomes').then(({ actOn }) => actOn(error, request));
    }
  },
  work: async (asked) => (await import('@/lib/proofofwork/work')).worked(asked),
});
