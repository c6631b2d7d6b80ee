import type { ApiError } from './problem';

/** What the app adds to each call, and what it hears of each refusal. The client knows no session. */
interface CallHandlers {
  authorize: (request: Request) => Request | Promise<Request>;
  onRefusal: (error: ApiError) => void;
}

let registered: CallHandlers = { authorize: (request) => request, onRefusal: () => {} };

export function handleCalls(handlers: CallHandlers): void {
  registered = handlers;
}

export const handlers = (): CallHandlers => registered;
