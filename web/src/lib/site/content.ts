import type { ContentPage } from '@/api/gen-content';
import type { Language } from '@/lib/text/language';
import { previewToken } from './preview';

const pages = new Map<string, ContentPage>();
const nameOf = (language: Language, slug: string) => `${language} ${slug}`;

/** From now on this is the page of a slug. */
export const learnPage = (language: Language, slug: string, page: ContentPage): void => {
  pages.set(nameOf(language, slug), page);
};

const parts = ['slug', 'title', 'lead', 'body', 'choices', 'url'];

/** The page's own server wrote it; whether it is whole is all there is to check. */
const isPage = (value: unknown): value is ContentPage =>
  typeof value === 'object' && value !== null && parts.every((part) => part in value);

/** What came inside the document, once: it is as old as the document. */
function takeInline(language: Language, slug: string): ContentPage | undefined {
  const block = document.getElementById('content-page');
  if (block?.lang !== language || block.dataset.slug !== slug) {
    return undefined;
  }
  block.remove();
  try {
    const page: unknown = JSON.parse(block.textContent);
    return isPage(page) ? page : undefined;
  } catch {
    return undefined;
  }
}

/** The page of a slug, already here or asked for; undefined where there is none. */
export async function pageIn(language: Language, slug: string): Promise<ContentPage | undefined> {
  const known =
    pages.get(nameOf(language, slug)) ?? (previewToken() ? undefined : takeInline(language, slug));
  if (known) {
    return known;
  }
  const { fetchPage } = await import('./fetch-page');
  return fetchPage(language, slug);
}
