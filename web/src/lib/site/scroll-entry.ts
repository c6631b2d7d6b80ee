import type { Location } from 'react-router';
import { inTab } from '../browser-parts';

/**
 * Returns the name under which the router stores the scroll position of a page. The first page of each load
 * has the key "default". With the key alone, a link in the same tab would start at the scroll position of the
 * previous page.
 */
export const scrollEntry = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/** The name of the scroll positions in the storage of the tab. */
export const scrollPositions = 'react-router-scroll-positions';

function positionsKept(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(inTab.read(scrollPositions) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** Tells whether a link, an address or a form led to this page, not a reload or the history. */
const isNewVisit = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => !('type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')));

/**
 * Prepares the scroll position of the first page of a load. The position of an earlier visit must not be
 * taken for a new one. On a page that came as HTML the visitor, or the browser for an address with a hash,
 * may have scrolled already.
 */
export function beginScroll(location: Location, cameAsHtml: boolean): void {
  const positions = positionsKept();
  const entry = scrollEntry(location);
  if (cameAsHtml && (isNewVisit() || scrollY > 0)) {
    positions[entry] = scrollY;
  } else if (isNewVisit()) {
    delete positions[entry];
  }
  inTab.write(scrollPositions, JSON.stringify(positions));
}
