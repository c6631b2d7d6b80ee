import type { ContentPage } from '@/api/gen-content';
import type { Language } from '@/lib/text/language';
import { answerInside } from './answers-inside';
import { previewToken } from './preview';

/** Returns the page of a slug, known or requested; undefined if there is no such page. */
export async function pageIn(language: Language, slug: string): Promise<ContentPage | undefined> {
  const known = previewToken() ? undefined : answerInside<ContentPage>(language, `page ${slug}`);
  if (known) {
    return known;
  }
  const { fetchPage } = await import('./fetch-page');
  return fetchPage(language, slug);
}
