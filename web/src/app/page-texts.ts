import { type RouteObject, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { i18n } from '@/i18n';
import { languageOr } from '@/lib/text/language';
import { activateLanguage } from './activate-language';

/** Names of text files: `i18n/locales/{language}/{name}.json`. */
export type Namespaces = Parameters<typeof i18n.loadNamespaces>[0];

const onLanguageChange = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.lang !== nextParams.lang;

/** Loads the texts of a page together with its code, in the language of the address. */
export const withTexts = (namespaces: Namespaces): Pick<RouteObject, 'loader' | 'shouldRevalidate'> => ({
  loader: async ({ params }) => {
    await activateLanguage(languageOr(params.lang));
    await i18n.loadNamespaces(namespaces);
    return null;
  },
  shouldRevalidate: onLanguageChange,
});

/** Redirects. The address travels in a header, which cannot carry Arabic letters. */
export const goTo = (path: string, rest = ''): Response => redirect(encodeURI(path) + rest);
