import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/use-language';
import classes from './breadcrumbs.module.css';
import { usePageRoute } from './use-page-route';

/** Steps of an order show their own way; first pages and the pages around signing in stand at its start. */
const withoutTrail = new Set([
  'home',
  'dashboard',
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

/** From the first page to this one. */
export function Breadcrumbs() {
  const { t } = useTranslation(['common', 'shell']);
  const language = useLanguage();
  const route = usePageRoute();
  const title = usePageTitle();
  const group = useGroup(`/${language}/${route?.rewrite_url}`);
  const dashboard = usePath('dashboard');
  const ofLine = route?.layout === 'dashboard' && dashboard;
  if (!route || withoutTrail.has(route.key)) {
    return null;
  }
  return (
    <nav className={`container ${classes.trail}`} aria-label={t('nav.trail')}>
      <ol className={classes.crumbs}>
        <li>
          <Link to={`/${language}/`}>{t('nav.home')}</Link>
        </li>
        {ofLine && (
          <li>
            <Link to={ofLine}>{t('shell:sidebar.usage')}</Link>
          </li>
        )}
        {group && !ofLine && group !== title && <li>{group}</li>}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
