import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { useSite } from '@/lib/site/site';
import classes from './search.module.css';

const most = 8;

/** The operator's main pages and those of the menu that this visitor may open. */
export function MainPages() {
  const { t } = useTranslation('search');
  const session = useSession();
  const items = useSite()?.mainMenu.items ?? [];
  const pages = items
    .flatMap((item) => [item, ...item.children])
    .filter((item) => item.path?.startsWith('/') && isOpenTo(session, item) !== false)
    .slice(0, most);
  if (pages.length === 0) {
    return null;
  }
  return (
    <nav aria-label={t('mainPages')}>
      <h3 className={classes.pagesTitle}>{t('mainPages')}</h3>
      <ul className={classes.popular}>
        {pages.map(({ slug, title, path }) => (
          <li key={slug}>
            <Link to={path ?? ''}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
