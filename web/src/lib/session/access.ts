import type { Session } from './state';

interface Entry {
  /** Path name of a menu, or entry of the sidebar. */
  slug?: string;
  permission?: string;
}

/** Whether an entry or a page is open to whoever uses this page: by its key, and by what the line chosen may not see. */
export function isOpenTo({ permissions, user }: Session, { slug, permission }: Entry): boolean {
  const granted =
    permission === undefined || permissions === null || permissions.some((key) => key === permission);
  return granted && !(slug !== undefined && user?.hidden_menu.includes(slug));
}
