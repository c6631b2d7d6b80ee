import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ContentFound } from '@/api/gen-site';
import { ResultHeading } from './result-heading';
import classes from './search.module.css';

/** A page of this site, or an address elsewhere. */
function Result({ title, excerpt, url }: ContentFound['items'][number]) {
  return (
    <li className={`card ${classes.result}`}>
      {url.startsWith('/') ? (
        <Link to={url} className={classes.title}>
          {title}
        </Link>
      ) : (
        <a href={url} className={classes.title}>
          {title}
        </a>
      )}
      {excerpt && <p className={classes.excerpt}>{excerpt}</p>}
    </li>
  );
}

interface Props {
  query: string;
  found: ContentFound;
  onTurn: (page: number) => void;
}

function Pages({ found: { page, per_page: perPage, total }, onTurn }: Omit<Props, 'query'>) {
  const { t } = useTranslation('search');
  const pages = Math.ceil(total / perPage);
  if (pages <= 1) {
    return null;
  }
  return (
    <nav className={classes.pages} aria-label={t('pages')}>
      <Button variant="default" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('previous')}
      </Button>
      <span>{t('page', { page, pages })}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}

/** One page of what was found, best first. */
export function Found({ query, found, onTurn }: Props) {
  const { t } = useTranslation('search');
  return (
    <>
      <ResultHeading key={`${query} ${found.page}`}>
        {t('found', { count: found.total, query })}
      </ResultHeading>
      <ul className={classes.list}>
        {found.items.map((item) => (
          <Result key={`${item.url} ${item.title}`} {...item} />
        ))}
      </ul>
      <Pages found={found} onTurn={onTurn} />
    </>
  );
}
