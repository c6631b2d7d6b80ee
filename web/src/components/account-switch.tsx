import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleUser from 'lucide-react/icons/circle-user';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Subscriber } from '@/api/gen-session';
import { hasTexts } from '@/i18n';
import { useAttempt } from '@/lib/form/use-attempt';
import { type Session, selectAccount, useSession } from '@/lib/session';
import { nameOfLine } from '@/lib/session/line-name';
import { firstNameOf } from '@/lib/session/name-of-user';
import { useSignOut } from '@/lib/session/use-sign-out';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import classes from './account-switch.module.css';
import { ErrorNotice } from './error-notice';
import { LineState } from './line/line-state';
import { Msisdn } from './ltr';
import { useDismiss } from './use-dismiss';

const pages = [
  ['dashboard', 'dashboard'],
  ['profile', 'profile'],
  ['orders', 'my-orders'],
  ['accounts', 'sub-accounts'],
  ['sim', 'sim-information'],
  ['settings', 'number-settings'],
] as const;
const staffPages = [
  ['console', 'console'],
  ['secondFactor', 'second-factor'],
] as const;

/** Returns the name of the account; undefined until a signed-in customer is known. */
function nameOf({ status, user, selected }: Session, language: Language): string | undefined {
  if (status === 'staff') {
    return user?.first_name || user?.email;
  }
  if (status !== 'signed-in' || !selected) {
    return undefined;
  }
  return (selected.user.is_main && firstNameOf(user, language)) || nameOfLine(selected);
}

/** The lines to choose from; hidden for an account with one line. */
function Lines({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const title = useId();
  const { subscribers, selected } = useSession();
  const choose = useAttempt(async (line: Subscriber) => {
    await selectAccount(line.subscription_id);
    onDone();
  });
  if (subscribers.length < 2) {
    return null;
  }
  return (
    <>
      <p id={title} className={classes.title}>
        {t('menu.switch')}
      </p>
      <ul className={classes.list} aria-labelledby={title}>
        {subscribers.map((line) => {
          const inUse = line.subscription_id === selected?.subscription_id;
          return (
            <li key={line.subscription_id}>
              <button
                type="button"
                className={classes.item}
                aria-current={inUse || undefined}
                disabled={choose.busy}
                onClick={() => (inUse ? onDone() : choose.attempt(line))}
              >
                <span className={classes.names}>
                  <span>{line.user.is_main ? t('main') : line.nickname}</span>
                  <Msisdn value={line.mobile_number} className="dimmed small" />
                </span>
                {line.state !== 'active' && <LineState state={line.state} />}
                {inUse && <Check size={18} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
      <ErrorNotice error={choose.error} />
    </>
  );
}

/** Links to the pages of the account, and the sign-out. */
function Ways({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  const { status } = useSession();
  const signOut = useSignOut();
  return (
    <ul className={classes.list}>
      {(status === 'staff' ? staffPages : pages).map(([name, path]) => (
        <li key={name}>
          <Link className={classes.item} to={`/${language}/${path}`} onClick={onDone}>
            {t(`menu.${name}`)}
          </Link>
        </li>
      ))}
      <li>
        <button type="button" className={classes.item} onClick={() => signOut()}>
          {t('menu.signOut')}
        </button>
      </li>
    </ul>
  );
}

/** The signed-in customer, the chosen line, the other lines and the account's pages. Guests get nothing. */
export function AccountSwitch() {
  const { t } = useTranslation('accounts');
  const session = useSession();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useDismiss(area, open, (how) => (how === 'escape' ? close() : setOpen(false)));
  const name = nameOf(session, useLanguage());
  if (!hasTexts('accounts') || !name) {
    return null;
  }
  return (
    <div ref={area} className={classes.switch}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={t('menu.open', { name })}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <CircleUser size={22} aria-hidden />
        <span className={classes.name}>{name}</span>
        <ChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
      <div id={panel} className={classes.panel} hidden={!open}>
        <Lines onDone={close} />
        <Ways onDone={close} />
      </div>
    </div>
  );
}
