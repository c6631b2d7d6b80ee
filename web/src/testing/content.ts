import { HttpResponse, http } from 'msw';
import * as z from 'zod/mini';
import type { ContentPage, FaqPost } from '@/api/gen-content';
import { api } from './server';

const zText = z.object({ en: z.string(), ar: z.string() });
const zContent = z.object({
  pages: z.array(
    z.object({
      slug: z.string(),
      slugAr: z.optional(z.string()),
      title: zText,
      lead: zText,
      body: z.optional(zText),
      choices: z.optional(z.array(z.object({ key: z.string(), title: zText, body: zText }))),
    }),
  ),
  faq: z.object({
    topics: z.array(z.object({ key: z.string(), title: zText })),
    posts: z.array(
      z.object({
        id: z.number(),
        topic: z.string(),
        slug: z.string(),
        slugAr: z.string(),
        featured: z.optional(z.boolean()),
        title: zText,
        details: zText,
      }),
    ),
  }),
});

type Content = z.infer<typeof zContent>;
type Language = 'en' | 'ar';

const languageOf = (request: Request): Language =>
  new URL(request.url).searchParams.get('language') === 'en' ? 'en' : 'ar';

/** The server renders Markdown: here a text becomes a paragraph. */
const shown = (text: string) => `<p>${text.replaceAll('<', '&lt;')}</p>`;

const pageIn = (page: Content['pages'][number], language: Language): ContentPage => {
  const slug = language === 'ar' ? (page.slugAr ?? page.slug) : page.slug;
  return {
    slug,
    title: page.title[language],
    lead: page.lead[language],
    body: page.body ? shown(page.body[language]) : '',
    choices: (page.choices ?? []).map(({ key, title, body }) => ({
      key,
      title: title[language],
      body: shown(body[language]),
    })),
    url: `/${language}/${language === 'ar' ? 'صفحات' : 'pages'}/${slug}`,
  };
};

const postIn = (post: Content['faq']['posts'][number], language: Language): FaqPost => {
  const slug = language === 'ar' ? post.slugAr : post.slug;
  return {
    id: post.id,
    topic: post.topic,
    title: post.title[language],
    details: shown(post.details[language]),
    slug,
    url: `/${language}/${language === 'ar' ? 'الأسئلة-الشائعة' : 'faq'}/${slug}`,
    feature: post.featured ?? false,
    show_in_mobile: true,
    show_in_web: true,
  };
};

const gone = (messageKey: string) =>
  HttpResponse.json({ message: 'Not here', messageKey, code: -1772, traceId: 't' }, { status: 404 });

/** Returns the pages and answers of the seed in the server's form, without Markdown. */
export function contentOf(seed: unknown) {
  const { pages, faq } = zContent.parse(seed);
  return [
    http.get(api('/content/pages/:slug'), ({ request, params }) => {
      const found = pages.find(({ slug, slugAr }) => [slug, slugAr].includes(String(params.slug)));
      return found ? HttpResponse.json({ data: pageIn(found, languageOf(request)) }) : gone('page_not_found');
    }),
    http.get(api('/faq'), ({ request }) => {
      const language = languageOf(request);
      const topic = new URL(request.url).searchParams.get('topic');
      const topics = faq.topics.filter(({ key }) => !topic || key === topic);
      const items = topics.flatMap(({ key }) => faq.posts.filter((post) => post.topic === key));
      return HttpResponse.json({
        data: {
          topics: topics.map(({ key, title }) => ({ key, title: title[language] })),
          items: items.map((post) => postIn(post, language)),
        },
      });
    }),
    http.get(api('/faq/featured'), ({ request }) =>
      HttpResponse.json({
        data: faq.posts.filter((post) => post.featured).map((post) => postIn(post, languageOf(request))),
      }),
    ),
    http.get(api('/faq/:slug'), ({ request, params }) => {
      const found = faq.posts.find(({ slug, slugAr }) => [slug, slugAr].includes(String(params.slug)));
      return found ? HttpResponse.json({ data: postIn(found, languageOf(request)) }) : gone('faq_not_found');
    }),
  ];
}
