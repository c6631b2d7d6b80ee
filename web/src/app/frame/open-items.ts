import type { CSSProperties } from 'react';
import type { Session } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import type { MenuItem } from '@/lib/site/site';

/** What nobody needs who is signed in. */
const forGuests = new Set(['login', 'registration']);

const unseen: CSSProperties = { visibility: 'hidden' };

export interface OpenItem extends MenuItem {
  children: OpenItem[];
  /** Until it is known whether it is open, nobody sees it, and others do not move when it comes into view. */
  style?: CSSProperties;
}

/** The entries of a menu that whoever uses this page may open. One that only held closed ones is gone with them. */
export function openItems(items: readonly MenuItem[], session: Session): OpenItem[] {
  return items.flatMap((item) => {
    const open = isOpenTo(session, item);
    const children = openItems(item.children, session);
    const seen = item.path !== undefined || children.some(({ style }) => !style);
    if (open === false || !(seen || children[0]) || (session.user && forGuests.has(item.slug))) {
      return [];
    }
    return { ...item, children, style: open && seen ? undefined : unseen };
  });
}
