import { handleCalls } from '@/api/call-handlers';
import { withCredentials } from '@/lib/session/credentials';

/** Statuses that may mean more than a refusal of one call; what, is loaded when it is needed. */
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
