import { minimalSite } from '@/lib/site/minimal-site';
import { phones, savedCards } from './made-up';

/** Fixed answers to the calls of the components; all other calls get "not found". */
const answers: { [path: string]: unknown } = {
  '/api/configuration/app': {
    ...minimalSite.settings,
    payWays: ['saved-card', 'card', 'stc-pay'],
    paymentWidget: { origin: location.origin, url: '/gallery-card-fields', publishableKey: 'gallery' },
  },
  '/api/users/current/cards': { data: savedCards },
  '/api/lookup/devices': { items: phones },
};

/** Replaces the network. */
export function answerCalls(): void {
  const usual = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (!pathname.startsWith('/api/')) {
      return usual(input, init);
    }
    const answer = answers[pathname];
    return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer);
  };
}
