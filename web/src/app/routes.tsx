import { type RouteObject, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { i18n } from '@/i18n';
import { canonicalPath, defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { stepPath } from '@/lib/order-steps';
import { activateLanguage, rememberedLanguage } from './activate-language';
import { Layout } from './layout';
import { NotFound } from './not-found';
import { RouteError } from './route-error';

type Namespaces = Parameters<typeof i18n.loadNamespaces>[0];

const languageOf = (lang: string | undefined): Language => (isLanguage(lang) ? lang : defaultLanguage);

const onLanguageChange = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.lang !== nextParams.lang;

/** A page's texts come with its code; they are loaded in the language of the address, whichever was active before. */
const withTexts = (namespaces: Namespaces): Pick<RouteObject, 'loader' | 'shouldRevalidate'> => ({
  loader: async ({ params }) => {
    await activateLanguage(languageOf(params.lang));
    await i18n.loadNamespaces(namespaces);
    return null;
  },
  shouldRevalidate: onLanguageChange,
});

/** A redirect travels in a header, which takes no Arabic letters. */
const goTo = (path: string, rest = ''): Response => redirect(encodeURI(path) + rest);

function fallbackLanguage(): Language {
  const remembered = rememberedLanguage();
  return isLanguage(remembered) ? remembered : defaultLanguage;
}

/** Suffixes, markers and addresses without a language lead to the one form with a prefix. */
function toCanonical(request: Request): Response {
  const url = new URL(request.url);
  return goTo(canonicalPath(decodeURI(url.pathname), fallbackLanguage()), url.search + location.hash);
}

export const routes: RouteObject[] = [
  {
    path: '/:lang',
    loader: async ({ params, request }) => {
      if (!isLanguage(params.lang)) {
        return toCanonical(request);
      }
      await activateLanguage(params.lang);
      return null;
    },
    shouldRevalidate: onLanguageChange,
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          {
            index: true,
            ...withTexts('home'),
            lazy: async () => ({ Component: (await import('@/features/home/home-page')).HomePage }),
          },
          {
            path: 'order-sim',
            loader: ({ params }) => goTo(stepPath(languageOf(params.lang), 'number-selection')),
          },
          {
            path: 'terms',
            ...withTexts('terms'),
            lazy: async () => ({ Component: (await import('@/features/terms/terms-page')).TermsPage }),
          },
          {
            lazy: async () => ({ Component: (await import('./server-pages')).ServerPages }),
            children: [
              {
                path: 'order-sim/:slug',
                ...withTexts('order'),
                lazy: async () => ({
                  Component: (await import('@/features/order-sim/start-page')).StartPage,
                }),
              },
              {
                path: 'order-sim/:orderId/:slug',
                ...withTexts(['order', 'details']),
                lazy: async () => ({
                  Component: (await import('@/features/order-sim/order-wizard')).OrderWizard,
                }),
              },
              {
                path: 'sim-activation',
                ...withTexts('activation'),
                lazy: async () => ({
                  Component: (await import('@/features/sim-activation/activation-page')).ActivationPage,
                }),
              },
            ],
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
  {
    path: '*',
    loader: ({ request }) => toCanonical(request),
    element: null,
    hydrateFallbackElement: <div />,
  },
];
