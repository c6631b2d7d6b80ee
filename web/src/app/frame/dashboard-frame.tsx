import ChevronDown from 'lucide-react/icons/chevron-down';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { optionalPart } from '@/lib/http/optional-part';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { type Place, SayPlace } from '@/lib/site/belongs-to';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import classes from './dashboard-frame.module.css';
import { above, TrailOfLine } from './trail-of-line';
import { usePageRoute } from './use-page-route';

const PortOutNotices = optionalPart(async () => {
  const [{ PortOutNotices: Notices }, { ServerState }] = await Promise.all([
    import('@/features/port-out/port-out-notices'),
    import('@/lib/http/query-client'),
  ]);
  return {
    default: ({ refused }: { refused: boolean }) => (
      <ServerState>
        <Notices refused={refused} />
      </ServerState>
    ),
  };
});

/** The pages about a line itself, which also tell of refused requests for its number. */
const ofLine = ['sim-information', 'deactivateNumber'];

/** The sidebar of the specification (section 2): entry, route and permission. */
const entries = [
  { slug: 'usage', route: 'dashboard' },
  { slug: 'my-plan', route: 'my-plan' },
  { slug: 'recharge', route: 'recharge' },
  { slug: 'history', route: 'history', permission: 'history' },
  { slug: 'myBills', route: 'myBills', permission: 'bills', only: 'postpaid' },
  { slug: 'creditLimit', route: 'credit-limit', permission: 'bills', only: 'postpaid' },
  { slug: 'addonsMinutes', route: 'addonsMinutes' },
  { slug: 'addonsData', route: 'addonsData' },
  { slug: 'addonsSms', route: 'addonsSms' },
  { slug: 'customizeBundle', route: 'customizeBundle', permission: 'bundles_build_your_bundle' },
  { slug: 'creditTransfer', route: 'transfer', permission: 'credit_transfer', only: 'prepaid' },
  { slug: 'multi-sim', route: 'multi-sim' },
  { slug: 'sim-information', route: 'sim-information' },
  { slug: 'number-settings', route: 'number-settings' },
  { slug: 'replace-sim', route: 'replace-sim' },
  { slug: 'refer', route: 'refer' },
  { slug: 'profile', route: 'profile' },
  { slug: 'cards', route: 'cards' },
  { slug: 'auto-payment', route: 'auto-payment', only: 'prepaid' },
] as const;

type Entry = (typeof entries)[number];

/** Returns the entries whose page exists and which the line may open. */
function useEntries(): { slug: Entry['slug']; route: Entry['route']; path: string }[] {
  const session = useSession();
  const routes = useSite()?.routes ?? [];
  const kind = session.user?.properties?.subscription_type;
  return entries.flatMap((entry) => {
    const route = routes.find(({ key }) => key === entry.route);
    const ofThisKind = !('only' in entry) || kind === undefined || entry.only === kind;
    const open = isOpenTo(session, entry) && isOpenTo(session, { permission: route?.permission });
    return route && ofThisKind && open
      ? [{ slug: entry.slug, route: entry.route, path: route.rewrite_url }]
      : [];
  });
}

/**
 * Scrolls the entry of this page into view if the row or column is too short: to the start of a row, so that
 * no entry before it is cut, and to the middle of a column.
 */
function useCurrentInView(said: Place | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (list.current && current) {
      const row = list.current.getBoundingClientRect();
      const isRightToLeft = getComputedStyle(list.current).direction === 'rtl';
      list.current.scrollLeft += isRightToLeft ? current.right - row.right : current.left - row.left;
      const column = list.current.parentElement;
      const seen = column?.getBoundingClientRect();
      if (column && seen) {
        column.scrollTop += current.top + current.height / 2 - seen.top - seen.height / 2;
      }
    }
  }, [pathname, said]);
  return list;
}

/**
 * Surrounds the pages of a customer's line with the sidebar. On a phone the sidebar is a row of entries,
 * which opens in full on request.
 */
export function DashboardFrame() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const page = usePageRoute()?.key ?? '';
  const [said, setSaid] = useState<Place>();
  const way = above(page, said);
  const list = useCurrentInView(said);
  const [isWhole, setWhole] = useState(false);
  const current = (route: string) =>
    route === page ? 'page' : way.some((each) => each === route) || undefined;
  return (
    <>
      <TrailOfLine page={page} way={way} />
      <div className={`container ${classes.frame}`}>
        <nav aria-label={t('sidebar.label')} className={classes.sidebar}>
          <button
            type="button"
            className={classes.whole}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'sidebar.close' : 'sidebar.all')}
            <ChevronDown size={18} aria-hidden />
          </button>
          <ul ref={list} className={classes.entries} data-whole={isWhole || undefined}>
            {useEntries().map(({ slug, route, path }) => (
              <li key={slug}>
                <Link className={classes.entry} to={`/${language}/${path}`} aria-current={current(route)}>
                  {t(`sidebar.${slug}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.page}>
          <Suspense>
            <PortOutNotices refused={ofLine.includes(page)} />
          </Suspense>
          <SayPlace value={setSaid}>
            <Outlet />
          </SayPlace>
        </div>
      </div>
    </>
  );
}
