import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/site/page-title';
import { useSite } from '@/lib/site/site';
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

/** Where a page is in the main menu. Pages of a line tell it in their own frame. */
export function Breadcrumbs() {
  const language = useLanguage();
  const route = usePageRoute();
  const title = usePageTitle();
  const group = useGroup(`/${language}/${route?.rewrite_url}`);
  if (!route || route.layout === 'dashboard' || withoutTrail.has(route.key)) {
    return null;
  }
  return <Trail>{group && group !== title && <li>{group}</li>}</Trail>;
}
