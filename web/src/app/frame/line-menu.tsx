import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type LinePage, useLinePages } from './line-pages';

interface Props {
  classes: Partial<Record<'title' | 'list' | 'entry', string>>;
}

function Group({ name, pages, classes }: Props & { name: string; pages: LinePage[] }) {
  const { t } = useTranslation('shell');
  const id = useId();
  return (
    <>
      {/* No heading of the page: in the sidebar it would come before the page's own. */}
      <p className={classes.title} id={id}>
        {name}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {pages.map(({ slug, path, current }) => (
          <li key={slug}>
            <Link className={classes.entry} to={path} aria-current={current}>
              {t(`sidebar.${slug}`)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The pages of the chosen line in groups, for the sidebar and for the drawer. */
export function LineMenu({ classes }: Props) {
  const { t } = useTranslation('shell');
  return useLinePages().map(({ group, pages }) => (
    <Group key={group} name={t(`sidebar.groups.${group}`)} pages={pages} classes={classes} />
  ));
}
