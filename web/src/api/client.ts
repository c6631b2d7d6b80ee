import * as z from 'zod/mini';
import { ApiError } from '@/lib/problem';
import { withCredentials } from '@/lib/session/credentials';
import type { CreateClientConfig } from './gen/client.gen';
import { zProblem } from './gen/zod.gen';

// Zod would otherwise try to compile code at run time, which the content security policy forbids.
z.config({ jitless: true });

const wasAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

async function refusal(response: Response): Promise<ApiError> {
  const body = zProblem.safeParse(await response.json().catch(() => undefined));
  return new ApiError(response.status, body.data);
}

/** Statuses that may mean more than a refusal of one call; what, is loaded when it is needed. */
const concernsThePage = new Set([401, 403, 428]);

/** Every failure leaves as an ApiError: a refusal with its words, or silence with status 0. */
export const fetchOrRefuse: typeof fetch = async (input, init) => {
  const request = await withCredentials(new Request(input, init));
  let response: Response;
  try {
    response = await globalThis.fetch(request);
  } catch (error) {
    throw wasAborted(error) ? error : new ApiError(0, undefined, { cause: error });
  }
  if (!response.ok) {
    const error = await refusal(response);
    if (concernsThePage.has(response.status)) {
      void import('./request-outcomes').then(({ actOn }) => actOn(error));
    }
    throw error;
  }
  return response;
};

/** The app and its API share an origin. */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: `${globalThis.location?.origin ?? ''}/api`,
  fetch: fetchOrRefuse,
});
