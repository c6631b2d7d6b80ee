import type { RouteObject } from 'react-router';
import { knownSite, type Site, type SiteRoute } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { type Language, languageOr } from '@/lib/text/language';
import type { PageHandle } from './frame/use-page-route';
import { goTo, withTexts } from './page-texts';
import { isTemplate, templates } from './templates';

/**
 * Redirects an address of the other language. A route that the server has removed meanwhile leads to the page
 * "not found".
 */
function settle(route: SiteRoute, request: Request, language: Language): Response | null {
  const site = knownSite(language);
  const own = site?.routes.find(({ key }) => key === route.key);
  if (site && !own) {
    throw new Response(null, { status: 404 });
  }
  const { pathname, search } = new URL(request.url);
  const path = asWritten(pathname);
  // The router ignores case, but a page has only one address.
  if (!own || path.startsWith(`/${language}/${own.rewrite_url}`)) {
    return null;
  }
  const rest = path.slice(`/${language}/${route.rewrite_url}`.length);
  return goTo(request, `/${language}/${own.rewrite_url}${rest}`, search);
}

/** Puts pages that need a sign-in or a permission inside the guard. */
function guarded(route: SiteRoute, pages: RouteObject[]): RouteObject[] {
  if (!route.requiresSignIn && !route.permission) {
    return pages;
  }
  return [
    { lazy: async () => ({ Component: (await import('./members-only')).MembersOnly }), children: pages },
  ];
}

/** Puts the pages of the dashboard next to its sidebar. */
function framed(route: SiteRoute, pages: RouteObject[]): RouteObject[] {
  if (route.layout !== 'dashboard') {
    return pages;
  }
  return [
    {
      ...withTexts('shell'),
      lazy: async () => ({ Component: (await import('./frame/dashboard-frame')).DashboardFrame }),
      children: pages,
    },
  ];
}

/** Returns the pages of a route of the server. A route with a template unknown to this build has no page. */
function pagesOf(route: SiteRoute): RouteObject[] {
  if (!isTemplate(route.template)) {
    return [];
  }
  const handle: PageHandle = { route };
  return [
    {
      handle,
      loader: ({ params, request }) => settle(route, request, languageOr(params.lang)),
      children: guarded(route, framed(route, templates[route.template](route.rewrite_url, route.key))),
    },
  ];
}

/** Adds the pages of a site once. The other language adds the pages with a different address. */
export class KnownPages {
  readonly #known = new Set<string>();

  newPagesOf(site: Site): RouteObject[] {
    return site.routes.flatMap((route) => {
      const name = `${route.key} ${route.rewrite_url}`;
      if (this.#known.has(name)) {
        return [];
      }
      this.#known.add(name);
      return pagesOf(route);
    });
  }
}
