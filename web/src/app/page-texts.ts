import { type RouteObject, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
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

/** Redirects. The address travels in a header, which cannot carry Arabic letters. */
export const goTo = (path: string, rest = ''): Response => redirect(encodeURI(path) + rest);
