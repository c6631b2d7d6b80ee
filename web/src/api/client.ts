import * as z from 'zod/mini';
import { handlers } from './call-handlers';
import { zProblem } from './gen/zod.gen';
import type { CreateClientConfig } from './gen-runtime/client.gen';
import { ApiError, type Problem, problemOf } from './problem';
import { traceParent } from './trace-parent';

// Zod would otherwise try to compile code at run time, which the content security policy forbids.
z.config({ jitless: true });

/** The time limit of a call, including its answer. */
export const answerWithinMs = 15_000;

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * The key of the message is not checked: a page may be older than the server and still shows the server's
 * message.
 */
const problemIn = (body: unknown) => zProblem.safeParse(body).data as Problem | undefined;

async function refusal(response: Response): Promise<ApiError> {
  return new ApiError(response.status, problemIn(await response.json().catch(() => undefined)));
}

/** Returns why a fetch failed. A caller that aborted the call gets its own reason back. */
function silenceOf(error: unknown, { signal }: Request): unknown {
  if (signal.aborted || error instanceof ApiError) {
    return error;
  }
  return new ApiError(0, undefined, isAbort(error) ? 'aborted' : 'unreached', { cause: error });
}

/** Fetches within the time limit. The limit includes the body, but not the events of a stream. */
async function fetchInTime(request: Request): Promise<Response> {
  const limit = new AbortController();
  const tooLate = () => limit.abort(new ApiError(0, undefined, { timeout: answerWithinMs }));
  const timer = setTimeout(tooLate, answerWithinMs);
  try {
    const signal = AbortSignal.any([request.signal, limit.signal]);
    const response = await globalThis.fetch(request, { signal });
    if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      clearTimeout(timer);
    }
    return response;
  } catch (error) {
    clearTimeout(timer);
    throw silenceOf(error, request);
  }
}

/**
 * Repeats the call with the result of the browser's work; repeats it again if the captcha token was refused.
 */
async function afterWork(request: () => Request, error: unknown): Promise<Response> {
  const work = problemOf(error)?.work;
  if (!work) {
    throw error;
  }
  const again = request();
  again.headers.set(
    'X-Proof-Of-Work',
    await handlers()
      .work(work)
      .catch(() => Promise.reject(error)),
  );
  const answer = fetchInTime(again).then(orRefusal);
  return work.captcha ? answer.catch((refused) => afterWork(request, refused)) : answer;
}

async function orRefusal(response: Response): Promise<Response> {
  if (!response.ok) {
    throw await refusal(response);
  }
  return response;
}

/** A request that can be sent again: its body is bytes, not a stream that can be read only once. */
async function repeatable(request: Request): Promise<() => Request> {
  const bytes = await request.arrayBuffer();
  return () => new Request(request, { body: bytes.byteLength > 0 ? bytes : undefined });
}

function traced(request: Request): Request {
  const parent = traceParent();
  if (parent) {
    request.headers.set('traceparent', parent);
  }
  return request;
}

/** Turns each failure into an ApiError: a refusal with its text, or silence with status 0. */
export const fetchOrRefuse: typeof fetch = async (input, init) => {
  const request = await repeatable(await handlers().authorize(traced(new Request(input, init))));
  try {
    return await fetchInTime(request())
      .then(orRefusal)
      .catch((error) => afterWork(request, error));
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) {
      handlers().onRefusal(error, request());
    }
    throw error;
  }
};

/** The app and its API have the same origin. */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: `${globalThis.location?.origin ?? ''}/api`,
  fetch: fetchOrRefuse,
});
