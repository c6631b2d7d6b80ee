import Search from 'lucide-react/icons/search';
import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import classes from './search-form.module.css';

interface Props {
  /** The page with the results. */
  page: string;
  query?: string;
  field?: RefObject<HTMLInputElement | null>;
  onSearch?: () => void;
}

/** The maximum length of a query on the server. */
const longestQuery = 100;

const lengthOf = (query: string): number => Array.from(query.trim()).length;

/** Tells whether a query is too long. The query stays in the field, and the server is not called. */
export const tooLong = (query: string): boolean => lengthOf(query) > longestQuery;

/** A search field. The results are on a page of their own, to which the browser itself leads without scripts. */
export function SearchForm({ page, query = '', field, onSearch }: Props) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const errorId = useId();
  const [typed, setTyped] = useState(query);
  const [refused, setRefused] = useState(tooLong(query));
  const wrong = refused && tooLong(typed);
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = typed.trim();
    setRefused(tooLong(wanted));
    if (wanted !== '' && !tooLong(wanted)) {
      onSearch?.();
      void navigate(`${page}?${new URLSearchParams({ query: wanted })}`);
    }
  };
  return (
    <search>
      <form className={classes.form} action={page} onSubmit={search}>
        <input
          ref={field}
          name="query"
          className={classes.field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t('label')}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? errorId : undefined}
          placeholder={t('placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className={classes.submit} aria-label={t('submit')}>
          <Search size={20} aria-hidden />
        </button>
      </form>
      {wrong && (
        <p id={errorId} className={classes.error} role="alert">
          {t('tooLong', { most: longestQuery, typed: lengthOf(typed) })}
        </p>
      )}
    </search>
  );
}
