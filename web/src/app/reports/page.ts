import { ClientPage } from '@/api/gen-reports';
import { knownSite } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { isLanguage } from '@/lib/text/language';

const pages = Object.values(ClientPage);

/**
 * Tells whether the parts of an address fit a page's template. A part with a leading colon matches anything;
 * a part that ends in ? is optional.
 */
function fits(page: string, parts: string[]): boolean {
  const pattern = page.split('/').slice(1);
  const least = pattern.filter((part) => !part.endsWith('?')).length;
  return (
    parts.length >= least &&
    parts.length <= pattern.length &&
    parts.every((part, place) => pattern[place]?.startsWith(':') || pattern[place] === part)
  );
}

const variables = (page: string): number => page.split('/').filter((part) => /^:.*[^?]$/.test(part)).length;

/**
 * Returns the page of an address: its template with the names of its parameters, never the address itself.
 */
export function pageOf(pathname: string): ClientPage {
  const [, language, ...parts] = asWritten(pathname).replace(/\/$/, '').split('/');
  const routes = (isLanguage(language) && knownSite(language)?.routes) || [];
  const path = parts.join('/');
  const route = routes
    .filter(({ rewrite_url }) => path === rewrite_url || path.startsWith(`${rewrite_url}/`))
    .toSorted((one, other) => other.rewrite_url.length - one.rewrite_url.length)[0];
  if (!route) {
    return 'other';
  }
  const rest = path.slice(route.rewrite_url.length).split('/').filter(Boolean);
  const candidates = pages.filter((page) => page.split('/')[0] === route.template && fits(page, rest));
  return candidates.toSorted((one, other) => variables(one) - variables(other))[0] ?? 'other';
}
