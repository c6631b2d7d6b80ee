import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import classes from './menu-drawer.module.css';
import { MenuLink } from './menu-link';
import { type OpenItem, openItems } from './open-items';
import { SchemeSwitch } from './scheme-switch';

function Group({ item }: { item: OpenItem }) {
  return (
    <>
      {item.path === undefined ? (
        <h3 className={classes.title}>{item.title}</h3>
      ) : (
        <MenuLink item={item} className={classes.entry} />
      )}
      {item.children.length > 0 && (
        <ul className={classes.list}>
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

/** The main menu as a drawer from the side, with all groups open, if the bar has no space for the menu. */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const items = useSite()?.mainMenu.items ?? [];
  const session = useSession();
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
        <ul className={classes.list}>
          {openItems(items, session).map((item) => (
            <li key={item.slug} style={item.style}>
              <Group item={item} />
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
