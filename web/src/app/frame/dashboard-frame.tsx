import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { optionalPart } from '@/lib/http/optional-part';
import { type Place, useSaidPlace } from '@/lib/site/belongs-to';
import classes from './dashboard-frame.module.css';
import { LineMenu } from './line-menu';
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

/** Scrolls the entry of this page into view if the sidebar is longer than the screen. */
function useCurrentInView(said: Place | undefined) {
  const sidebar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    const column = sidebar.current;
    const current = column?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (column && current) {
      const seen = column.getBoundingClientRect();
      column.scrollTop += current.top + current.height / 2 - seen.top - seen.height / 2;
    }
  }, [pathname, said]);
  return sidebar;
}

/** Surrounds the pages of a customer's line with the sidebar. On a phone the bottom bar leads to these pages. */
export function DashboardFrame() {
  const { t } = useTranslation('shell');
  const page = usePageRoute()?.key ?? '';
  const said = useSaidPlace();
  return (
    <>
      <TrailOfLine page={page} way={above(page, said)} />
      <div className={`container ${classes.frame}`}>
        <nav ref={useCurrentInView(said)} aria-label={t('sidebar.label')} className={classes.sidebar}>
          <LineMenu classes={classes} />
        </nav>
        <div className={classes.page}>
          <Suspense>
            <PortOutNotices refused={ofLine.includes(page)} />
          </Suspense>
          <Outlet />
        </div>
      </div>
    </>
  );
}
