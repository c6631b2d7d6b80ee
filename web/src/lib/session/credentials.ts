import { inBrowser } from '@/lib/browser-parts';

/** What every call shows: the session, and the line it is about where that is not the main one. */
export interface Credentials {
  token?: string;
  subAccount?: string;
}

/** The id that the specification gives to the main line; it goes without saying in a call. */
export const mainAccount = 'main';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether there is anything to read: most visitors are guests, and need no decryption. */
const anythingKept = (): boolean => inBrowser.read('selfcare.authToken') !== undefined;

async function readKept(): Promise<Credentials> {
  const { recall } = await import('./vault');
  const { authToken, subAccountId } = await recall();
  const subAccount = text(subAccountId);
  return { token: text(authToken), subAccount: subAccount === mainAccount ? undefined : subAccount };
}

let held: Promise<Credentials> | undefined;

/** Read from storage once; from then on this page knows better. */
export function credentials(): Promise<Credentials> {
  held ??= anythingKept() ? readKept().catch(() => ({})) : Promise.resolve({});
  return held;
}

export function setCredentials(shown: Credentials): void {
  held = Promise.resolve(shown);
}

/** Another tab changed what is kept. */
export function readAgain(): Promise<Credentials> {
  held = undefined;
  return credentials();
}

/** The request as it leaves. A header that a call brings itself stays. */
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
