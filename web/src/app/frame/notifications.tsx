import Bell from 'lucide-react/icons/bell';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inBrowser } from '@/lib/browser-parts';
import { serverNow } from '@/lib/http/server-clock';
import { useSession } from '@/lib/session';
import { isolatedNumber } from '@/lib/session/line-name';
import { useSite } from '@/lib/site/site';
import { isWithin } from '@/lib/site/time-window';
import { usePath } from '@/lib/site/use-path';
import { wasClosed } from '../overlays/closed-popup';
import classes from './main-menu.module.css';
import { MenuLink } from './menu-link';
import own from './notifications.module.css';
import { useMaintenanceAhead } from './use-maintenance-ahead';

interface Entry {
  key: string;
  title: string;
  text?: string;
  path?: string;
}

/** Returns the notices for the customer, including closed ones. */
function useEntries(): Entry[] {
  const { t } = useTranslation('shell');
  const site = useSite();
  const { user, selected } = useSession();
  const [email, sim, plan] = [usePath('change-email'), usePath('sim-information'), usePath('my-plan')];
  const entries: Entry[] = [];
  const maintenance = useMaintenanceAhead();
  if (maintenance) {
    entries.push({ key: `maintenance ${maintenance.title}`, ...maintenance });
  }
  if (selected?.state === 'stopped' || selected?.state === 'expired') {
    const { mobile_number: number, state } = selected;
    const title = t(`notices.${state}`, { number: isolatedNumber(number) });
    entries.push({ key: `${state} ${number}`, title, path: state === 'stopped' ? sim : plan });
  }
  const popup = site?.popupNotification;
  if (popup && isWithin(popup, serverNow())) {
    entries.push({ key: popup.id, title: popup.title, text: popup.text, path: popup.url });
  }
  if (user && !user.email_confirmed) {
    entries.push({ key: 'email', title: t('notices.email'), path: email });
  }
  return entries;
}

const storageKey = 'selfcare.notices';

/** Remembers the entries that were visible when the bell was last opened; other entries are unread. */
function useUnread(entries: Entry[]) {
  const [read, setRead] = useState(() => inBrowser.read(storageKey)?.split('\n') ?? []);
  const readAll = () => {
    const keys = entries.map(({ key }) => key);
    inBrowser.write(storageKey, keys.join('\n'));
    setRead(keys);
  };
  return { isUnread: entries.some(({ key }) => !read.includes(key) && !wasClosed(key)), readAll };
}

/** The customer's bell; its dot shows unread entries. */
export default function Notifications() {
  const { t } = useTranslation('shell');
  const entries = useEntries();
  const { isUnread, readAll } = useUnread(entries);
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const closeOnEscape = ({ key, currentTarget }: KeyboardEvent) => {
    if (key === 'Escape') {
      close();
      currentTarget.querySelector('summary')?.focus();
    }
  };
  const closeOnLeaving = (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && close();
  return (
    <details
      ref={details}
      className={classes.group}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeaving}
      onToggle={({ currentTarget }) => currentTarget.open && readAll()}
    >
      <summary className={`${classes.entry} ${own.bell}`}>
        <Bell size={21} aria-hidden />
        {isUnread && <span className={own.dot} aria-hidden />}
        <span className="visually-hidden">
          {t('notices.open', { count: entries.length })}
          {isUnread && ` (${t('notices.unread')})`}
        </span>
      </summary>
      <ul className={`${classes.panel} ${own.panel}`}>
        {entries.length === 0 && <li className={own.item}>{t('notices.none')}</li>}
        {entries.map(({ key, title, text, path }) => (
          <li key={key} className={own.item}>
            {path ? <MenuLink item={{ path, title }} /> : <strong>{title}</strong>}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
