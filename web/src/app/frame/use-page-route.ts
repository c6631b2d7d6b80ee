import { useMatches } from 'react-router';
import type { SiteRoute } from '@/lib/site/site';

/** The route of a page as the server sent it. The shell around the page follows it. */
export interface PageHandle {
  route: SiteRoute;
}

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'route' in handle;

/** The server's route of the page that is shown; undefined for addresses that are no page. */
export function usePageRoute(): SiteRoute | undefined {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isPageHandle);
  return handle?.route;
}
