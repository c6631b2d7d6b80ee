import type { CSSProperties } from 'react';
import type { Session } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import type { MenuItem } from '@/lib/site/site';

/** Entries for guests only. */
const forGuests = new Set(['login', 'registration']);

const unseen: CSSProperties = { visibility: 'hidden' };

export interface OpenItem extends MenuItem {
  children: OpenItem[];
  /** Hides an entry until its permission is known. The other entries do not move when the entry appears. */
  style?: CSSProperties;
}

/** Returns the entries of a menu that this visitor may open, without empty groups. */
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
