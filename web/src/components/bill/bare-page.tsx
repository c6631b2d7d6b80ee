import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { otherLanguage } from '@/lib/text/language';
import { languageNames } from '@/lib/text/language-names';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bare-page.module.css';

/** A page without a header. It shows the brand itself and links to the other language. */
export function BarePage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const next = otherLanguage(language);
  const { pathname, hash } = useLocation();
  return (
    <div className={`container ${classes.page}`}>
      <p className={classes.top}>
        <Link to={`/${language}/`} className={classes.brand}>
          <img src={__MARK__} alt="" width="30" height="30" />
          {t('brand')}
        </Link>
        <Link to={pathname.replace(`/${language}/`, `/${next}/`) + hash} lang={next} hrefLang={next}>
          {languageNames[next]}
        </Link>
      </p>
      {children}
    </div>
  );
}
