import type { RouteObject, ShouldRevalidateFunctionArgs } from 'react-router';
import { loadNamespaces } from '@/i18n';
import { inTime } from '@/lib/http/chunk';
import { pageIn } from '@/lib/site/content';
import { settingsNow } from '@/lib/site/site';
import { asWritten } from '@/lib/text/as-written';
import { languageOr } from '@/lib/text/language';
import { activateLanguage } from './activate-language';
import { goTo } from './page-texts';

const anotherPage = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.lang !== nextParams.lang || currentParams.slug !== nextParams.slug;

/**
 * A page with the operator's content. The key of its own route is its slug; otherwise the slug is in the
 * address. A slug of the other language redirects to the page in the language of the address. An unknown slug
 * leads to the page "not found".
 */
export const words = (path: string, key?: string): RouteObject[] => [
  {
    path,
    loader: async ({ params, request }) => {
      const language = languageOr(params.lang);
      await activateLanguage(language);
      await loadNamespaces('content');
      const page = await pageIn(language, params.slug ?? key ?? '');
      if (!page) {
        throw new Response(null, { status: 404 });
      }
      const { pathname, search } = new URL(request.url);
      return params.slug && page.url !== asWritten(pathname) ? goTo(request, page.url, search) : page;
    },
    shouldRevalidate: anotherPage,
    lazy: async () => {
      const { ContentPage } = await inTime(
        import('@/features/content/content-page'),
        settingsNow()?.chunkLoadTimeoutMs,
      );
      return { Component: ContentPage };
    },
  },
];
