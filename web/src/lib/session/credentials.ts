import { inBrowser } from '@/lib/browser-parts';

/** The data that each call sends: the session, and the chosen line if it is not the main line. */
export interface Credentials {
  token?: string;
  subAccount?: string;
}

/** The id of the main line in the specification; a call for the main line does not send it. */
export const mainAccount = 'main';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Tells whether a session is stored. Most visitors are guests and need no decryption. */
const anythingKept = (): boolean => inBrowser.read('selfcare.authToken') !== undefined;

async function readKept(): Promise<Credentials> {
  const { recall } = await import('./vault');
  const { authToken, subAccountId } = await recall();
  const subAccount = text(subAccountId);
  return { token: text(authToken), subAccount: subAccount === mainAccount ? undefined : subAccount };
}

let held: Promise<Credentials> | undefined;

/** Reads the storage once. After that the page's own copy is more recent. */
export function credentials(): Promise<Credentials> {
  held ??= anythingKept() ? readKept().catch(() => ({})) : Promise.resolve({});
  return held;
}

export function setCredentials(shown: Credentials): void {
  held = Promise.resolve(shown);
}

/** Reads the storage again after another tab changed it. */
export function readAgain(): Promise<Credentials> {
  held = undefined;
  return credentials();
}

/** Adds the session and the line to a request. A header that the call has set stays. */
export async function withCredentials(request: Request): Promise<Request> {
  const { token, subAccount } = await credentials();
  if (token && !request.headers.has('Authorization')) {
    request.headers.set('Authorization', `Bearer ${token}`);
  }
  if (subAccount && !request.headers.has('x-sub-account')) {
    request.headers.set('x-sub-account', subAccount);
  }
  return request;
}
