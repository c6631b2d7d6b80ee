import ChevronDown from 'lucide-react/icons/chevron-down';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import classes from './main-menu.module.css';
import { MenuLink } from './menu-link';
import { type OpenItem, openItems } from './open-items';

/** A menu entry with entries below it. A click opens it; Escape, leaving it and opening a page close it. */
function Group({ item }: { item: OpenItem }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      details.current?.querySelector('summary')?.focus();
    }
  };
  const closeOnLeaving = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) {
      close();
    }
  };
  return (
    <details ref={details} className={classes.group} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <summary className={classes.entry}>
        {item.title}
        <ChevronDown className={classes.arrow} size={16} aria-hidden />
      </summary>
      <ul className={classes.panel}>
        {item.path !== undefined && (
          <li>
            <MenuLink item={item} className={classes.entry} />
          </li>
        )}
        {item.children.map((child) => (
          <li key={child.slug} style={child.style}>
            <MenuLink item={child} className={classes.entry} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The server's main menu on wide screens, without the entries that this visitor may not open. */
export function MainMenu() {
  const items = useSite()?.mainMenu.items ?? [];
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <ul className={classes.menu}>
      {openItems(items, session).map((item) => (
        <li key={item.slug} style={item.style}>
          {item.children.length > 0 ? (
            <Group key={pathname} item={item} />
          ) : (
            <MenuLink item={item} className={classes.entry} />
          )}
        </li>
      ))}
    </ul>
  );
}
