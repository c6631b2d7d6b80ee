import type { Session } from './state';

interface Entry {
  /** Path name of a menu, or entry of the sidebar. */
  slug?: string;
  /** The server names one for all that a line may lack. */
  permission?: string;
}

/**
 * Whether this visitor may open an entry or a page: by its key, and by the permissions of the chosen line.
 * `undefined` until the server has said so; what was kept of the last visit only closes.
 */
export function isOpenTo(
  { status, permissions, user }: Session,
  { slug, permission }: Entry,
): boolean | undefined {
  if (permission !== undefined && permissions?.every((key) => key !== permission)) {
    return false;
  }
  if (slug !== undefined && user?.hidden_menu.includes(slug)) {
    return false;
  }
  return permission === undefined || (status !== 'starting' && status !== 'failed') || undefined;
}
