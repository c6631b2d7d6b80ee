import type { Work } from './gen';
import type { ApiError } from './problem';

/** Functions that the app adds to each call and to each refusal. The client knows no session. */
interface CallHandlers {
  authorize: (request: Request) => Request | Promise<Request>;
  onRefusal: (error: ApiError, request: Request) => void;
  /** Near a rate limit: returns the header of the second call. */
  work: (asked: Work) => Promise<string>;
}

let registered: CallHandlers = {
  authorize: (request) => request,
  onRefusal: () => {},
  work: () => Promise.reject(new Error('no proof-of-work solver registered')),
};

export function handleCalls(handlers: CallHandlers): void {
  registered = handlers;
}

export const handlers = (): CallHandlers => registered;
