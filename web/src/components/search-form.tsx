import Search from 'lucide-react/icons/search';
import { type RefObject, type SubmitEvent, useState } from 'react';
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
export const longestQuery = 100;

/** A field for words to look for; what was found is a page of its own. */
export function SearchForm({ page, query = '', field, onSearch }: Props) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(query);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted !== '') {
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
          maxLength={longestQuery}
          aria-label={t('label')}
          placeholder={t('placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className={classes.submit} aria-label={t('submit')}>
          <Search size={20} aria-hidden />
        </button>
      </form>
    </search>
  );
}
