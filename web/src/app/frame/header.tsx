import CircleUser from 'lucide-react/icons/circle-user';
import Menu from 'lucide-react/icons/menu';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { pathInLanguage } from '@/features/order/model/order-steps';
import { loadNamespaces } from '@/i18n';
import { optionalPart } from '@/lib/http/optional-part';
import { useSession } from '@/lib/session';
import { loginPath } from '@/lib/session/return-path';
import { otherLanguage } from '@/lib/text/language';
import { languageNames } from '@/lib/text/language-names';
import { useLanguage } from '@/lib/text/use-language';
import classes from './layout.module.css';
import { MainMenu } from './main-menu';
import { SchemeSwitch } from './scheme-switch';

const Member = optionalPart(() => import('./member'));
const SearchBox = optionalPart(async () => {
  const [module] = await Promise.all([import('./search-box'), loadNamespaces('search')]);
  return module;
});
const MenuDrawer = optionalPart(() => import('./menu-drawer'));

/** A link to the same page in the other language. Its name is that of its target: the texts change before the address does. */
function LanguageSwitch() {
  const next = otherLanguage(useLanguage());
  const { pathname, search } = useLocation();
  return (
    <Link
      className={classes.link}
      to={pathInLanguage(pathname, next) + search}
      preventScrollReset
      lang={next}
      hrefLang={next}
    >
      {languageNames[next]}
    </Link>
  );
}

/** The sign-in link for guests, the account for signed-in users. */
function Account() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status !== 'guest') {
    return (
      <div className={classes.member}>
        <Suspense>
          <Member />
        </Suspense>
      </div>
    );
  }
  return (
    <Link className={classes.link} to={loginPath(language, pathname + search)} aria-label={t('nav.signIn')}>
      <CircleUser size={22} aria-hidden />
      <span className={classes.onlyWide}>{t('nav.signIn')}</span>
    </Link>
  );
}

/** The button that opens the main menu as a drawer if the bar has no space for the menu. */
function DrawerButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${classes.tool} ${classes.onlyNarrow}`}
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu size={22} aria-hidden />
      </button>
      {open && (
        <Suspense>
          <MenuDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** `bare` leaves out all links to other pages, while no other page can be opened. */
export function Header({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <header className={classes.header}>
      <nav className={`container ${classes.bar}`} aria-label={t('nav.label')}>
        {!bare && <DrawerButton />}
        <Link to={`/${language}/`} className={classes.brand}>
          <img className={classes.mark} src={__MARK__} alt="" width="30" height="30" />
          {t('brand')}
        </Link>
        {!bare && <MainMenu />}
        <div className={classes.search}>
          <Suspense>{!bare && <SearchBox />}</Suspense>
        </div>
        <LanguageSwitch />
        <SchemeSwitch className={`${classes.tool} ${classes.onlyWide}`} />
        {!bare && <Account />}
      </nav>
    </header>
  );
}
