import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ContentFound } from '@/api/gen-site';
import { Pagination } from '@/components/ui/pagination';
import { usePath } from '@/lib/site/use-path';
import { Marked } from './marked';
import { ResultHeading } from './result-heading';
import classes from './search.module.css';

/** A page of this site, or an address of another site. */
function Result({ title, excerpt, url, matched }: ContentFound['items'][number]) {
  const name = <Marked text={title} matched={matched} />;
  return (
    <li className={`card ${classes.result}`}>
      {url.startsWith('/') ? (
        <Link to={url} className={classes.title}>
          {name}
        </Link>
      ) : (
        <a href={url} className={classes.title}>
          {name}
        </a>
      )}
      {excerpt && (
        <p className={classes.excerpt}>
          <Marked text={excerpt} matched={matched} />
        </p>
      )}
    </li>
  );
}

interface Props {
  query: string;
  found: ContentFound;
  onTurn: (page: number) => void;
}

/** The words that a misspelt query means, as a search of their own. */
function Meant({ query }: { query: string | undefined }) {
  const { t } = useTranslation('search');
  const page = usePath('search');
  if (!query || !page) {
    return null;
  }
  return (
    <p className={classes.meant}>
      {t('meant')} <Link to={`${page}?${new URLSearchParams({ query })}`}>{query}</Link>
    </p>
  );
}

/** A page of results, the best first. */
export function Found({ query, found, onTurn }: Props) {
  const { t } = useTranslation('search');
  return (
    <>
      <Meant query={found.meant} />
      <ResultHeading key={`${query} ${found.page}`}>
        {t('found', { count: found.total, query })}
      </ResultHeading>
      <ul className="plain-list">
        {found.items.map((item) => (
          <Result key={`${item.url} ${item.title}`} {...item} />
        ))}
      </ul>
      <Pagination
        {...found}
        label={t('pages')}
        previous={t('previous')}
        next={t('next')}
        nameOf={(page, pages) => t('page', { page, pages })}
        onPage={onTurn}
      />
    </>
  );
}
