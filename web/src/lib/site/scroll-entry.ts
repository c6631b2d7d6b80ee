import type { Location } from 'react-router';

/**
 * Returns the name under which the router stores the scroll position of a page. The first page of each load
 * has the key "default". With the key alone, a link in the same tab would start at the scroll position of the
 * previous page.
 */
export const scrollEntry = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);
