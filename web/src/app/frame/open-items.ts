import type { CSSProperties } from 'react';
import type { Session } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import type { MenuItem } from '@/lib/site/site';

/** Entries that a signed-in customer does not need. */
const forGuests = new Set(['login', 'registration']);

const unseen: CSSProperties = { visibility: 'hidden' };

export interface OpenItem extends MenuItem {
  children: OpenItem[];
  /** An entry stays hidden until its permission is known. The other entries do not move when it appears. */
  style?: CSSProperties;
}

/** The entries of a menu that this visitor may open. A group without such entries is left out. */
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
