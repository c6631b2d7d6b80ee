import Search from 'lucide-react/icons/search';
import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import classes from './search-form.module.css';

interface Props {
  /** The page that shows what was found. */
  page: string;
  query?: string;
  field?: RefObject<HTMLInputElement | null>;
  onSearch?: () => void;
}

/** The longest query that the server takes. */
const longestQuery = 100;

const lengthOf = (query: string): number => Array.from(query.trim()).length;

/** Too much to look for. It stays in the field, and the server is not asked. */
export const tooLong = (query: string): boolean => lengthOf(query) > longestQuery;

/** A field for words to look for; what was found is a page of its own. */
export function SearchForm({ page, query = '', field, onSearch }: Props) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const errorId = useId();
  const [typed, setTyped] = useState(query);
  const [refused, setRefused] = useState(tooLong(query));
  const wrong = refused && tooLong(typed);
  const search = (event: SubmitEvent) => {
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
      <form className={classes.form} onSubmit={search}>
        <input
          ref={field}
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
