import { type RouteObject, redirect, replace, type ShouldRevalidateFunctionArgs } from 'react-router';
import { loadNamespaces, type Namespaces } from '@/i18n';
import { languageOr } from '@/lib/text/language';
import { activateLanguage } from './activate-language';

const onLanguageChange = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.lang !== nextParams.lang;

/** Loads the texts of a page together with its code, in the language of the address. */
export const withTexts = (namespaces: Namespaces): Pick<RouteObject, 'loader' | 'shouldRevalidate'> => ({
  loader: async ({ params }) => {
    await activateLanguage(languageOr(params.lang));
    await loadNamespaces(namespaces);
    return null;
  },
  shouldRevalidate: onLanguageChange,
});

/**
 * Redirects a request for a page to an encoded address. If the browser is already at the requested address
 * (the first page of a load, or a step through the history), the new address replaces it: with both in the
 * history, "back" would return to the redirect and never leave.
 */
export const redirectOnce = ({ url }: Request, address: string): Response =>
  (url.split('#')[0] === location.href.split('#')[0] ? replace : redirect)(address);

/** Redirects to a path as written. The address travels in a header, which cannot carry Arabic letters. */
export const goTo = (request: Request, path: string, rest = ''): Response =>
  redirectOnce(request, encodeURI(path) + rest);
