import type { Session } from './state';

interface Entry {
  /** Path name of a menu or entry of the sidebar. */
  slug?: string;
  /** The permission that the page needs, if a line can lack it. */
  permission?: string;
}

/**
 * Tells whether this visitor may open a menu entry or a page, by its key and by the permissions of the chosen
 * line. `undefined` until the server has answered. Stored data of the last visit can only deny.
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

/** The features that only one kind of line has: a prepaid line has no bills, a postpaid line no credit to transfer. */
const onlyKind: Partial<Record<string, 'prepaid' | 'postpaid'>> = {
  bills: 'postpaid',
  credit_transfer: 'prepaid',
};

/** Returns the only kind of line that can have a permission. */
export const kindWithPermission = (permission: string | undefined) =>
  permission === undefined ? undefined : onlyKind[permission];
