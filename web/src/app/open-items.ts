import { isOpenTo } from '@/lib/access';
import type { Session } from '@/lib/session';
import type { MenuItem } from '@/lib/site/site';

/** The entries of a menu that whoever uses this page may open. One that only held closed ones is gone with them. */
export function openItems(items: readonly MenuItem[], session: Session): MenuItem[] {
  return items
    .filter((item) => isOpenTo(session, item))
    .map((item) => ({ ...item, children: openItems(item.children, session) }))
    .filter((item) => item.path !== undefined || item.children.length > 0);
}
