import * as z from 'zod/mini';
import { ApiError } from '@/lib/problem';
import type { CreateClientConfig } from './gen/client.gen';
import { zProblem } from './gen/zod.gen';

// Zod would otherwise try to compile code at run time, which the content security policy forbids.
z.config({ jitless: true });

const wasAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

async function refusal(response: Response): Promise<ApiError> {
  const body = zProblem.safeParse(await response.json().catch(() => undefined));
  return new ApiError(response.status, body.data);
}

/** Every failure leaves as an ApiError: a refusal with its words, or silence with status 0. */
export const fetchOrRefuse: typeof fetch = async (input, init) => {
  let response: Response;
  try {
    response = await globalThis.fetch(input, init);
  } catch (error) {
    throw wasAborted(error) ? error : new ApiError(0, undefined, { cause: error });
  }
  if (!response.ok) {
    throw await refusal(response);
  }
  return response;
};

/** The app and its API share an origin. */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: `${globalThis.location?.origin ?? ''}/api`,
  fetch: fetchOrRefuse,
});
