import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { otherLanguage } from '@/lib/language';
import { pathInLanguage } from '@/lib/order-steps';
import { useLanguage } from '@/lib/use-language';
import classes from './layout.module.css';

function SchemeSwitch() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={t(dark ? 'nav.toLight' : 'nav.toDark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

/** The same page in the other language, named in that language. */
function LanguageSwitch() {
  const { t } = useTranslation();
  const next = otherLanguage(useLanguage());
  const { pathname, search } = useLocation();
  return (
    <Link
      className={classes.link}
      to={pathInLanguage(pathname, next) + search}
      replace
      preventScrollReset
      lang={next}
      hrefLang={next}
    >
      {t('nav.language')}
    </Link>
  );
}

export function Header() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <header className={classes.header}>
      <nav className={`container ${classes.bar}`} aria-label={t('nav.label')}>
        <Link to={`/${language}/`} className={classes.brand}>
          <img className={classes.mark} src="/favicon.svg" alt="" width="30" height="30" />
          {t('brand')}
        </Link>
        <NavLink className={`${classes.link} ${classes.optional}`} to={`/${language}/order-sim`}>
          {t('nav.orderSim')}
        </NavLink>
        <NavLink className={classes.link} to={`/${language}/sim-activation`}>
          {t('nav.activate')}
        </NavLink>
        <LanguageSwitch />
        <SchemeSwitch />
      </nav>
    </header>
  );
}
