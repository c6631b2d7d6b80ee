import type { RouteObject } from 'react-router';
import { knownSite, type Site, type SiteRoute } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { type Language, languageOr } from '@/lib/text/language';
import type { PageHandle } from './frame/use-page-route';
import { goTo, withTexts } from './page-texts';
import { isTemplate, templates } from './templates';

/** Puts the other language's address right; a route that the server has taken away meanwhile is no page any more. */
function settle(route: SiteRoute, request: Request, language: Language): Response | null {
  const site = knownSite(language);
  const own = site?.routes.find(({ key }) => key === route.key);
  if (site && !own) {
    throw new Response(null, { status: 404 });
  }
  const { pathname, search } = new URL(request.url);
  const path = asWritten(pathname);
  // The router takes capitals for small letters; the page has one address all the same.
  if (!own || path.startsWith(`/${language}/${own.rewrite_url}`)) {
    return null;
  }
  const rest = path.slice(`/${language}/${route.rewrite_url}`.length);
  return goTo(`/${language}/${own.rewrite_url}${rest}`, search);
}

/** Pages behind a sign-in or a permission stand inside the guard. */
function guarded(route: SiteRoute, pages: RouteObject[]): RouteObject[] {
  if (!route.requiresSignIn && !route.permission) {
    return pages;
  }
  return [
    { lazy: async () => ({ Component: (await import('./members-only')).MembersOnly }), children: pages },
  ];
}

/** The dashboard's pages stand beside its sidebar. */
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

/** The pages one route of the server stands for. A route whose template this build does not know is no page. */
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

/** Learns the pages of a site once; the other language adds those whose address differs. */
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
