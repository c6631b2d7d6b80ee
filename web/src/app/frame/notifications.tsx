import Bell from 'lucide-react/icons/bell';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/lib/http/server-clock';
import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import { isWithin } from '@/lib/site/time-window';
import { usePath } from '@/lib/site/use-path';
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

/** What the customer should know now: also what was closed once, to be read again. */
function useEntries(): Entry[] {
  const { t } = useTranslation('shell');
  const site = useSite();
  const { user } = useSession();
  const email = usePath('change-email');
  const entries: Entry[] = [];
  const maintenance = useMaintenanceAhead();
  if (maintenance) {
    entries.push({ key: 'maintenance', ...maintenance });
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

/** The bell of a signed-in customer. */
export default function Notifications() {
  const { t } = useTranslation('shell');
  const entries = useEntries();
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
    <details ref={details} className={classes.group} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <summary className={`${classes.entry} ${own.bell}`}>
        <Bell size={21} aria-hidden />
        {entries.length > 0 && <span className={own.dot} aria-hidden />}
        <span className="visually-hidden">{t('notices.open', { count: entries.length })}</span>
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
