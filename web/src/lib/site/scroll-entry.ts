import type { Location } from 'react-router';

/**
 * Under which name the router keeps how far a page was scrolled. The first page of each load has the key "default": without its path, a
 * link that is opened in the same tab began as far down as the page before.
 */
export const scrollEntry = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);
