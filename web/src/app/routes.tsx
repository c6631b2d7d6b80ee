import type {
  PatchRoutesOnNavigationFunction,
  RouteObject,
  ShouldRevalidateFunctionArgs,
} from 'react-router';
import { rememberedLanguage } from '@/i18n/address-detector';
import { wayRoundMaintenance } from '@/lib/site/maintenance';
import { siteIn } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { canonicalPath, defaultLanguage, isLanguage, type Language, languageOr } from '@/lib/text/language';
import { activateLanguage } from './activate-language';
import { Layout } from './frame/layout';
import { NotFound } from './not-found';
import { goTo, redirectOnce } from './page-texts';
import { RouteError } from './route-error';
import { KnownPages } from './site-pages';

const languageChanges = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.lang !== nextParams.lang;

/** Redirects addresses with a suffix, a marker or no language to the canonical form with a prefix. */
function toCanonical(request: Request): Response {
  const url = new URL(request.url);
  const fallback = languageOr(rememberedLanguage(), defaultLanguage);
  return goTo(request, canonicalPath(asWritten(url.pathname), fallback), url.search + location.hash);
}

/** A slash at the end does not make another address. */
const isCanonical = (path: string, language: Language): boolean =>
  `${path}/`.replace(/\/+$/, '/') === `${canonicalPath(path, language)}/`.replace(/\/+$/, '/');

const sitePages = 'site-pages';

/** The routes that need no answer from the server. `discoverPages` adds the pages. */
export const frame: RouteObject[] = [
  {
    path: '/:lang',
    loader: async ({ params, request }) => {
      if (!isLanguage(params.lang)) {
        return toCanonical(request);
      }
      const { pathname, search } = new URL(request.url);
      if (!isCanonical(asWritten(pathname), params.lang)) {
        return toCanonical(request);
      }
      const site = await siteIn(params.lang);
      const elsewhere = wayRoundMaintenance(site, params.lang, pathname + search + location.hash);
      if (elsewhere) {
        return redirectOnce(request, elsewhere);
      }
      await activateLanguage(params.lang);
      return null;
    },
    shouldRevalidate: languageChanges,
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: [
      { id: sitePages, errorElement: <RouteError />, children: [{ path: '*', element: <NotFound /> }] },
    ],
  },
  {
    path: '*',
    loader: ({ request }) => toCanonical(request),
    element: null,
    hydrateFallbackElement: <div />,
  },
];

const languageAtStart = (path: string): Language | undefined => {
  const first = path.split('/')[1];
  return isLanguage(first) ? first : undefined;
};

/**
 * Staff members need the console also when the content of the site is broken: the console is no page of the
 * site.
 */
const isConsole = (path: string): boolean => path.split('/')[2] === 'console';

/**
 * Adds the pages that the server's routes define, in the language of the address. Each language is loaded on
 * its first page.
 */
export function discoverPages(): PatchRoutesOnNavigationFunction {
  const pages = new KnownPages();
  return async ({ path, patch }) => {
    if (isConsole(path)) {
      patch(null, (await import('./console/pages')).consolePages);
      return;
    }
    const language = languageAtStart(path);
    if (language) {
      patch(sitePages, pages.newPagesOf(await siteIn(language)));
    }
  };
}
