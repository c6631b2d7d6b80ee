import type { Work } from './gen';
import type { ApiError } from './problem';

/** What the app adds to each call, and what it hears of each refusal. The client knows no session. */
interface CallHandlers {
  authorize: (request: Request) => Request | Promise<Request>;
  onRefusal: (error: ApiError, request: Request) => void;
  /** Where a limit is near: works out what the header of a second call says. */
  work: (asked: Work) => Promise<string>;
}

let registered: CallHandlers = {
  authorize: (request) => request,
  onRefusal: () => {},
  work: () => Promise.reject(new Error('nobody works here')),
};

export function handleCalls(handlers: CallHandlers): void {
  registered = handlers;
}

export const handlers = (): CallHandlers => registered;
