import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type Session, useSession } from '@/lib/session';
import { type MenuItem, useSite } from '@/lib/site/site';
import { LineMenu } from './line-menu';
import { useLinePages } from './line-pages';
import classes from './menu-drawer.module.css';
import { MenuLink } from './menu-link';
import { type OpenItem, openItems } from './open-items';
import { SchemeSwitch } from './scheme-switch';

function Group({ item }: { item: OpenItem }) {
  return (
    <>
      {item.path === undefined ? (
        <h2 className={classes.title}>{item.title}</h2>
      ) : (
        <MenuLink item={item} className={classes.entry} />
      )}
      {item.children.length > 0 && (
        <ul>
          {item.children.map((child) => (
            <li key={child.slug} style={child.style}>
              <MenuLink item={child} className={classes.entry} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Closes the drawer when the address changes: the customer chose an entry or went back. */
function useCloseOnNavigation(close: () => void): void {
  const { key } = useLocation();
  const opened = useRef(key);
  useEffect(() => {
    if (key !== opened.current) {
      close();
    }
  }, [key, close]);
}

/** Returns the entries of the main menu. A customer sees the pages of the line once, in their own groups. */
function useItems(session: Session): OpenItem[] {
  const items = useSite()?.mainMenu.items ?? [];
  const pages = useLinePages().flatMap((group) => group.pages.map(({ path }) => path));
  const isShown = ({ path }: MenuItem) =>
    session.status !== 'signed-in' || path === undefined || !pages.includes(path);
  const left = items.map((item) => ({ ...item, children: item.children.filter(isShown) }));
  return openItems(left, session);
}

/**
 * The pages of a customer's line and the main menu as a drawer from the side, with all groups open, if the bar
 * has no space for the menu.
 */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const items = useItems(session);
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnNavigation(onClose);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label={t('nav.label')}
      closedby="any"
      onClose={onClose}
    >
      <div className={classes.inside}>
        <div className={classes.top}>
          <button type="button" className={classes.tool} aria-label={t('actions.close')} onClick={onClose}>
            <X size={22} aria-hidden />
          </button>
          <SchemeSwitch className={classes.tool} />
        </div>
        {session.status === 'signed-in' && <LineMenu classes={classes} />}
        <ul>
          {items.map((item) => (
            <li key={item.slug} style={item.style}>
              <Group item={item} />
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
