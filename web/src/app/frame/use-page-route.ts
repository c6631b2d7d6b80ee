import { useMatches } from 'react-router';
import type { SiteRoute } from '@/lib/site/site';

/** The page's route from the server. The frame around the page depends on it. */
export interface PageHandle {
  route: SiteRoute;
}

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'route' in handle;

/** Returns the server's route of the current page; undefined for unknown addresses. */
export function usePageRoute(): SiteRoute | undefined {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isPageHandle);
  return handle?.route;
}
