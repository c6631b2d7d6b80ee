import { type ContentPage, getContentPage } from '@/api/gen-content';
import { statusOf } from '@/api/problem';
import type { Language } from '@/lib/text/language';
import { previewToken } from './preview';

/** Requests the page of a slug; undefined if there is no such page. */
export async function fetchPage(language: Language, slug: string): Promise<ContentPage | undefined> {
  const preview = previewToken();
  try {
    const { data } = await getContentPage({
      path: { pageSlug: slug },
      query: { language, ...(preview && { preview }) },
      throwOnError: true,
    });
    return data.data;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 422) {
      return undefined; // a slug that the server cannot parse is no page either
    }
    throw error;
  }
}
