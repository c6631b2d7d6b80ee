import type { CurrentUser, PermissionKey, Subscriber } from '@/api/gen-session';
import { inBrowser } from '@/lib/browser-parts';

/** Who uses this page. */
export interface Session {
  /**
   * `starting` until the server has said who a kept session belongs to; `failed` when it could not be asked. `staff`
   * works for us: signed in, and without a line.
   */
  status: 'starting' | 'guest' | 'signed-in' | 'staff' | 'failed';
  /** While starting: as it was kept, for a first look. */
  user?: CurrentUser;
  /** The main line first. */
  subscribers: readonly Subscriber[];
  selected?: Subscriber;
  /** null allows everything, an empty list nothing that needs a permission. */
  permissions: readonly PermissionKey[] | null;
  error?: unknown;
}

const nobody = { subscribers: [], permissions: null } as const;
export const guest: Session = { status: 'guest', ...nobody };
export const starting: Session = { status: 'starting', ...nobody };

let current: Session | undefined;
const listeners = new Set<() => void>();

const loginKept = (): boolean => inBrowser.read('selfcare.loggedIn') !== undefined;

/** Known at once for guests, so that their pages never change under them. */
export function sessionNow(): Session {
  current ??= loginKept() ? starting : guest;
  return current;
}

/** The person whom this page shows as signed in: a customer or a staff member. */
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

/** Only tests start over. */
export function forgetState(): void {
  current = undefined;
}
