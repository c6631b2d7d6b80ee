import { type RouteObject, redirect } from 'react-router';
import { i18n } from '@/i18n';
import { canonicalPath, defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { stepPath } from '@/lib/order-steps';
import { activateLanguage, rememberedLanguage } from './activate-language';
import { Layout } from './layout';
import { NotFound } from './not-found';
import { RouteError } from './route-error';

type Namespace = Parameters<typeof i18n.loadNamespaces>[0];

/** A page and its texts arrive together. */
async function page<Module>(load: Promise<Module>, namespaces: Namespace): Promise<Module> {
  const [module] = await Promise.all([load, i18n.loadNamespaces(namespaces)]);
  return module;
}

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
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams.lang !== nextParams.lang,
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          {
            index: true,
            lazy: async () => ({
              Component: (await page(import('@/features/home/home-page'), 'home')).HomePage,
            }),
          },
          {
            path: 'order-sim',
            loader: ({ params }) =>
              goTo(stepPath(isLanguage(params.lang) ? params.lang : defaultLanguage, 'number-selection')),
          },
          {
            lazy: async () => ({ Component: (await import('./server-pages')).ServerPages }),
            children: [
              {
                path: 'order-sim/:slug',
                lazy: async () => ({
                  Component: (await page(import('@/features/order-sim/start-page'), 'order')).StartPage,
                }),
              },
              {
                path: 'order-sim/:orderId/:slug',
                lazy: async () => ({
                  Component: (await page(import('@/features/order-sim/order-wizard'), ['order', 'details']))
                    .OrderWizard,
                }),
              },
              {
                path: 'sim-activation',
                lazy: async () => ({
                  Component: (await page(import('@/features/sim-activation/activation-page'), 'activation'))
                    .ActivationPage,
                }),
              },
            ],
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
  { path: '*', loader: ({ request }) => toCanonical(request), element: null },
];
