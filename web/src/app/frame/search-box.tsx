import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { SearchForm } from '@/components/search-form';
import { useDismiss } from '@/components/use-dismiss';
import { usePath } from '@/lib/site/use-path';
import { asWritten } from '@/lib/text/as-written';
import { useAsleep } from '@/lib/use-asleep';
import classes from './search-box.module.css';

/**
 * A field in the bar if there is space, else a button that opens the field below the bar. The search page has
 * its own field.
 */
export default function SearchBox() {
  const { t } = useTranslation('search');
  const page = usePath('search');
  const { pathname } = useLocation();
  const asleep = useAsleep();
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useDismiss(area, open, (how) => {
    setOpen(false);
    if (how === 'escape') {
      button.current?.focus();
    }
  });
  useEffect(() => {
    if (open) {
      field.current?.focus();
    }
  }, [open]);
  if (page === undefined || asWritten(pathname) === page) {
    return null;
  }
  return (
    <div ref={area} {...asleep}>
      <button
        ref={button}
        type="button"
        className={classes.open}
        aria-label={t('open')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Search size={22} aria-hidden />
      </button>
      <div className={classes.panel} data-open={open || undefined}>
        <SearchForm page={page} field={field} onSearch={() => setOpen(false)} />
      </div>
    </div>
  );
}
