import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { usePageTitle } from '@/lib/site/page-title';
import { type SiteRoute, useSite } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { useLanguage } from '@/lib/text/use-language';
import classes from './breadcrumbs.module.css';
import { usePageRoute } from './use-page-route';

/** Steps of an order show their own way; the first page and the pages around signing in stand at its start. */
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

/** What the main menu calls the group this page is in. */
function useGroup(path: string): string | undefined {
  const items = useSite()?.mainMenu.items ?? [];
  return items.find(({ children }) => children.some((child) => child.path === path))?.title;
}

/** What leads from the main menu to the page above this one, where this one has its address: a plan among the plans. */
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

/** From the first page to this one, over what is between them. */
export function Trail({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <nav className={`container ${classes.trail}`} aria-label={t('nav.trail')}>
      <ol className={classes.crumbs}>
        <li>
          <Link to={`/${language}/`}>{t('nav.home')}</Link>
        </li>
        {children}
        <li aria-current="page">{usePageTitle()}</li>
      </ol>
    </nav>
  );
}

function WayTo({ route }: { route: SiteRoute }) {
  const language = useLanguage();
  const title = usePageTitle();
  const group = useGroup(`/${language}/${route.rewrite_url}`);
  const above = useAbove(route, language);
  return (
    <Trail>
      {group && group !== title && <li>{group}</li>}
      {above && (
        <li>
          <Link to={above.path}>{above.title}</Link>
        </li>
      )}
    </Trail>
  );
}

/** Where a page is in the main menu. Pages of a line tell it in their own frame. */
export function Breadcrumbs() {
  const route = usePageRoute();
  if (!route || route.layout === 'dashboard' || withoutTrail.has(route.key)) {
    return null;
  }
  return <WayTo route={route} />;
}
