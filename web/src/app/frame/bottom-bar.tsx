import CreditCard from 'lucide-react/icons/credit-card';
import Gauge from 'lucide-react/icons/gauge';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import Menu from 'lucide-react/icons/menu';
import ReceiptText from 'lucide-react/icons/receipt-text';
import User from 'lucide-react/icons/user';
import Wallet from 'lucide-react/icons/wallet';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasTexts } from '@/i18n';
import { optionalPart } from '@/lib/http/optional-part';
import classes from './bottom-bar.module.css';
import { useLinePages } from './line-pages';
import { usePageRoute } from './use-page-route';

const MenuDrawer = optionalPart(() => import('./menu-drawer'));

/** The pages of the bar by rank. A page that the line may not open gives its place to the next one. */
const ranked = [
  { route: 'dashboard', Icon: House },
  { route: 'my-plan', Icon: Gauge },
  { route: 'recharge', Icon: Wallet },
  { route: 'history', Icon: History },
  { route: 'myBills', Icon: ReceiptText },
  { route: 'profile', Icon: User },
  { route: 'cards', Icon: CreditCard },
] as const;

const places = 4;

function useEntries() {
  const open = useLinePages().flatMap(({ pages }) => pages);
  return ranked
    .flatMap(({ route, Icon }) => {
      const page = open.find((each) => each.route === route);
      return page ? [{ ...page, route, Icon }] : [];
    })
    .slice(0, places);
}

/** Opens the drawer, which has all pages of the line and of the site. */
function More() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Menu size={22} aria-hidden />
        <span>{t('bar.more')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <MenuDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The main pages of the chosen line at the bottom of a phone's screen. Pages without a header have no bar. */
export default function BottomBar() {
  const { t } = useTranslation('shell'); // loads its texts
  const entries = useEntries();
  const layout = usePageRoute()?.layout;
  if (layout === 'footer-only' || !hasTexts('shell')) {
    return null;
  }
  return (
    <nav className={classes.bar} aria-label={t('bar.label')} data-bottom-bar>
      <ul className={classes.entries}>
        {entries.map(({ route, path, current, Icon }) => (
          <li key={route}>
            <Link className={classes.entry} to={path} aria-current={current}>
              <Icon size={22} aria-hidden />
              <span>{t(`bar.${route}`)}</span>
            </Link>
          </li>
        ))}
        <li>
          <More />
        </li>
      </ul>
    </nav>
  );
}
