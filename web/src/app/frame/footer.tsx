import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { optionalPart } from '@/lib/http/optional-part';
import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import { vatPercent } from '@/lib/site/vat';
import classes from './layout.module.css';
import { MenuLink } from './menu-link';
import { type OpenItem, openItems } from './open-items';

const BottomBar = optionalPart(() => import('./bottom-bar'));

function Links({ items }: { items: readonly OpenItem[] }) {
  return items.map((item) => (
    <li key={item.slug} style={item.style}>
      <MenuLink item={item} className={classes.footerLink} />
    </li>
  ));
}

/**
 * The server's footer menu in columns, and the server's last line next to the fixed line. A signed-in
 * customer has the bottom bar below it.
 */
export function Footer() {
  const { t } = useTranslation();
  const site = useSite();
  const session = useSession();
  const columns = openItems(site?.footerMenu.items ?? [], session);
  return (
    <>
      <footer className={classes.footer}>
        <div className="container">
          <div className={classes.columns}>
            {columns.map((column) => (
              <div key={column.slug} style={column.style}>
                <h2 className={classes.columnTitle}>{column.title}</h2>
                <ul>
                  <Links items={column.children} />
                </ul>
              </div>
            ))}
          </div>
          <div className="row">
            <p>{t('footer.rights')}</p>
            <p>{t('footer.vat', { percent: vatPercent })}</p>
            <ul className="row">
              <Links items={openItems(site?.footerLast.items ?? [], session)} />
            </ul>
          </div>
        </div>
      </footer>
      <Suspense>{session.status === 'signed-in' && <BottomBar />}</Suspense>
    </>
  );
}
