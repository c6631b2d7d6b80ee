import Bell from 'lucide-react/icons/bell';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlertWords } from '@/components/line/use-alert-words';
import { type LineNews, useLineNews } from '@/components/line/use-line-news';
import { inBrowser } from '@/lib/browser-parts';
import { ServerState } from '@/lib/http/query-client';
import { serverNow } from '@/lib/http/server-clock';
import { useSession } from '@/lib/session';
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

/** Returns the part of an alert that makes it another one, if it appears again. */
function timeOf(news: LineNews): string {
  const { since, until, order }: { since?: string; until?: string; order?: { id: string } } = news;
  return since ?? until ?? order?.id ?? '';
}

/**
 * Returns the most urgent fact about the chosen line, which the dashboard shows above all else. Reading it again
 * at the opening of the bell leaves out what the customer has resolved meanwhile.
 */
function useLineEntry() {
  const { selected } = useSession();
  const { news, readAgain } = useLineNews();
  const number = selected?.mobile_number ?? '';
  const { title, path } = useAlertWords(news, number);
  const entry: Entry | undefined =
    news && title
      ? { key: `${news.what} ${number} ${timeOf(news)}`, title, ...(path && { path }) }
      : undefined;
  return { entry, readAgain };
}

/** Returns the notices for the customer, including closed ones. */
function useEntries(ofLine: Entry | undefined): Entry[] {
  const { t } = useTranslation('shell');
  const site = useSite();
  const { user } = useSession();
  const email = usePath('change-email');
  const entries: Entry[] = [];
  const maintenance = useMaintenanceAhead();
  if (maintenance) {
    entries.push({ key: `maintenance ${maintenance.title}`, ...maintenance });
  }
  if (ofLine) {
    entries.push(ofLine);
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
function Notices() {
  const { t } = useTranslation('shell');
  const { entry, readAgain } = useLineEntry();
  const entries = useEntries(entry);
  const { isUnread, readAll } = useUnread(entries);
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const open = () => {
    readAll();
    readAgain();
  };
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
      onToggle={({ currentTarget }) => currentTarget.open && open()}
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

export default function Notifications() {
  return (
    <ServerState>
      <Notices />
    </ServerState>
  );
}
