import type { Session } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import type { MenuItem } from '@/lib/site/site';

/** What nobody needs who is signed in. */
const forGuests = new Set(['login', 'registration']);

/** The entries of a menu that whoever uses this page may open. One that only held closed ones is gone with them. */
export function openItems(items: readonly MenuItem[], session: Session): MenuItem[] {
  return items
    .filter((item) => isOpenTo(session, item) && !(session.user && forGuests.has(item.slug)))
    .map((item) => ({ ...item, children: openItems(item.children, session) }))
    .filter((item) => item.path !== undefined || item.children.length > 0);
}
