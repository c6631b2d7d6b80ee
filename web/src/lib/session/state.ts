import type { CurrentUser, PermissionKey, Subscriber } from '@/api/gen-session';
import { inBrowser } from '@/lib/browser-parts';

/** The user of this page. */
export interface Session {
  /**
   * `starting` until the server has named the owner of a stored session; `failed` if the server could not be
   * asked. `staff` is a signed-in employee without a line.
   */
  status: 'starting' | 'guest' | 'signed-in' | 'staff' | 'failed';
  /** While starting, the stored user of the last visit. */
  user?: CurrentUser;
  /** The lines of the account, the main line first. */
  subscribers: readonly Subscriber[];
  selected?: Subscriber;
  /** null allows everything; an empty list forbids everything that needs a permission. */
  permissions: readonly PermissionKey[] | null;
  error?: unknown;
}

const withoutAccount = { subscribers: [], permissions: null } as const;
export const guest: Session = { status: 'guest', ...withoutAccount };
export const starting: Session = { status: 'starting', ...withoutAccount };

let current: Session | undefined;
const listeners = new Set<() => void>();

const loginKept = (): boolean => inBrowser.read('selfcare.loggedIn') !== undefined;

/** Returns the session. For guests it is final at once, so that their pages do not change. */
export function sessionNow(): Session {
  current ??= loginKept() ? starting : guest;
  return current;
}

/** Tells whether a customer or a staff member is signed in on this page. */
export const isSignedIn = ({ status }: Session): boolean => status === 'signed-in' || status === 'staff';

export function publish(next: Session): void {
  current = next;
  for (const listener of listeners) {
    listener();
  }
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resets the state between tests. */
export function forgetState(): void {
  current = undefined;
}
