import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DashboardWidget } from '@/api/gen-session';
import { Group } from '@/components/ui/layout';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import classes from './cards.module.css';

/** Widgets whose page has another name. */
const pageOfWidget: Record<string, string> = { creditTransfer: 'transfer' };

/** Links from the dashboard, as far as the site has their pages. */
export function Widgets({ widgets }: { widgets: DashboardWidget[] }) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const routes = useSite()?.routes ?? [];
  const links = widgets.flatMap(({ key, title }) => {
    const route = routes.find((candidate) => candidate.key === (pageOfWidget[key] ?? key));
    return route ? [{ key, title, to: `/${language}/${route.rewrite_url}` }] : [];
  });
  if (links.length === 0) {
    return null;
  }
  return (
    <nav aria-label={t('widgets')}>
      <Group component="ul" gap="xs" align="stretch">
        {links.map(({ key, title, to }) => (
          <li key={key}>
            <Link className={classes.widget} to={to}>
              {title}
            </Link>
          </li>
        ))}
      </Group>
    </nav>
  );
}
