import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { usePageTitle } from '@/lib/site/page-title';
import { type SiteRoute, useSite } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { useLanguage } from '@/lib/text/use-language';
import classes from './breadcrumbs.module.css';
import { usePageRoute } from './use-page-route';

/**
 * Pages without a trail: the steps of an order show their own way, and the first page and the sign-in pages
 * are the start of it.
 */
const withoutTrail = new Set([
  'home',
  'order-sim',
  'maintenance',
  'login',
  'directLogin',
  'quicklogin',
  'registration',
  'resetpassword',
  'social',
  'select-account',
]);

/** Returns the name of the main-menu group that contains this page. */
function useGroup(path: string): string | undefined {
  const items = useSite()?.mainMenu.items ?? [];
  return items.find(({ children }) => children.some((child) => child.path === path))?.title;
}

/**
 * Returns the entry above this page in the main menu, if the page's address is below that entry: a plan below
 * the plans.
 */
function useAbove(
  { key, rewrite_url }: SiteRoute,
  language: string,
): { path: string; title: string } | undefined {
  const items = useSite()?.mainMenu.items ?? [];
  const { pathname } = useLocation();
  const path = `/${language}/${rewrite_url}`;
  if (!asWritten(pathname).startsWith(`${path}/`)) {
    return;
  }
  const entries = items.flatMap((group) => [...group.children, group]);
  const entry = entries.find((entry) => entry.path === path) ?? entries.find(({ slug }) => slug === key);
  return entry && { path, title: entry.title };
}

/** The links from the first page to this page. A phone shows only the last link, as the way back. */
export function Trail({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <nav className={`container ${classes.trail}`} aria-label={t('nav.trail')}>
      <ol className={classes.crumbs}>
        {children}
        <li aria-current="page">{usePageTitle()}</li>
      </ol>
    </nav>
  );
}

function WayTo({ route }: { route: SiteRoute }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = usePageTitle();
  const group = useGroup(`/${language}/${route.rewrite_url}`);
  const above = useAbove(route, language);
  return (
    <Trail>
      <li>
        <Link to={`/${language}/`}>{t('nav.home')}</Link>
      </li>
      {group && group !== title && <li>{group}</li>}
      {above && (
        <li>
          <Link to={above.path}>{above.title}</Link>
        </li>
      )}
    </Trail>
  );
}

/** The place of a page in the main menu. Pages of a line show their place in their own frame. */
export function Breadcrumbs() {
  const route = usePageRoute();
  if (!route || route.layout === 'dashboard' || withoutTrail.has(route.key)) {
    return null;
  }
  return <WayTo route={route} />;
}
