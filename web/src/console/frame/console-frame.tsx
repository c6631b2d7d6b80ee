import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import type { StaffRole } from '@/api/gen-session';
import { PageHeading } from '@/components/page-heading';
import { PageTop } from '@/components/page-top';
import { useSession } from '@/lib/session';
import { consolePath } from '@/lib/session/return-path';
import { useSignOut } from '@/lib/session/use-sign-out';
import { otherLanguage } from '@/lib/text/language';
import { languageNames } from '@/lib/text/language-names';
import { useLanguage } from '@/lib/text/use-language';
import classes from './console-frame.module.css';
import { KeysDialog } from './keys-dialog';
import { SearchedContext } from './searched';
import { useShortcuts } from './shortcuts';

/** Pages of the console, each with the role that the server demands for it. */
const entries = [
  { name: 'queue', path: '', role: 'support' },
  { name: 'find', path: '/find', role: 'support' },
  { name: 'approvals', path: '/approvals', role: 'support' },
  { name: 'bulk', path: '/bulk', role: 'support' },
  { name: 'incidents', path: '/incidents', role: 'support' },
  { name: 'proposals', path: '/changes', role: 'support' },
  { name: 'audit', path: '/audit', role: 'support' },
] as const satisfies readonly { name: string; path: string; role: StaffRole }[];

/**
 * Returns the entries that the staff member may open. If the server sends no roles, all entries show and the
 * server decides.
 */
function useEntries() {
  const roles = useSession().user?.roles;
  return roles ? entries.filter(({ role }) => roles.includes(role)) : entries;
}

function Scheme() {
  const { t } = useTranslation('common');
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={t(dark ? 'nav.toLight' : 'nav.toDark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

function Language() {
  const next = otherLanguage(useLanguage());
  const { pathname, search } = useLocation();
  const to = pathname.replace(/^\/(en|ar)/, `/${next}`) + search;
  return (
    <Link className={classes.tool} to={to} lang={next} hrefLang={next} preventScrollReset>
      {languageNames[next]}
    </Link>
  );
}

/** The signed-in staff member, and the sign-out. */
function Person() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { user } = useSession();
  const signOut = useSignOut();
  return (
    <div className={classes.person}>
      <Link className={classes.name} to={`/${language}/second-factor`}>
        <span className="visually-hidden">{t('frame.signedIn')} </span>
        <bdi>{user?.first_name || user?.email}</bdi>
      </Link>
      <button type="button" className={classes.tool} onClick={() => void signOut()}>
        {t('frame.signOut')}
      </button>
    </div>
  );
}

function Pages() {
  const { t } = useTranslation('console');
  const open = useEntries();
  const first = consolePath(useLanguage());
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    // Scrolls a row that is too short for its entries to the entry of this page.
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={list} aria-label={t('frame.pages')} className={classes.pages}>
      {open.map(({ name, path }) => (
        <NavLink key={name} end={path === ''} className={classes.entry} to={first + path}>
          {t(`frame.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}

/** Shown to a staff member who may open no page of the console. */
function NothingOpen() {
  const { t } = useTranslation('console');
  return <PageHeading takesFocus title={t('frame.closed')} lead={t('frame.closedText')} />;
}

/**
 * Surrounds each page of the console: links to its pages, the signed-in person, language, colours and keys.
 */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const navigate = useNavigate();
  const closed = useEntries().length === 0;
  const [keysShown, setKeysShown] = useState(false);
  const [q, setQ] = useState('');
  useShortcuts({
    'shift+/': () => setKeysShown(true),
    q: () => void navigate(consolePath(language)),
    '/': () => void navigate(`${consolePath(language)}/find`),
  });
  return (
    <>
      <PageTop />
      <header className={classes.header}>
        <Link to={consolePath(language)} className={classes.brand}>
          <img src={__MARK__} alt="" width="26" height="26" />
          {t('frame.brand')}
        </Link>
        {!closed && <Pages />}
        <div className={classes.tools}>
          <Language />
          <Scheme />
          <button
            type="button"
            className={classes.tool}
            aria-label={t('keys.title')}
            onClick={() => setKeysShown(true)}
          >
            <CircleHelp aria-hidden size={20} />
          </button>
          <Person />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {closed ? <NothingOpen /> : <SearchedContext value={{ q, setQ }}>{children}</SearchedContext>}
      </main>
      {keysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
    </>
  );
}
