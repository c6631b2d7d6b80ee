import type { ContentPage } from '@/api/gen-content';
import type { Language } from '@/lib/text/language';
import { answerInside } from './answers-inside';
import { previewToken } from './preview';

/** The page of a slug, already here or asked for; undefined where there is none. */
export async function pageIn(language: Language, slug: string): Promise<ContentPage | undefined> {
  const known = previewToken() ? undefined : answerInside<ContentPage>(language, `page ${slug}`);
  if (known) {
    return known;
  }
  const { fetchPage } = await import('./fetch-page');
  return fetchPage(language, slug);
}
