import { getBulkConfiguration } from '@/api/gen-site';
import { statusOf } from '@/api/problem';
import type { Language } from '@/lib/text/language';
import { endPreview, previewToken } from './preview';
import type { Site } from './site';

/**
 * Requests the published site, or the site of a preview. If the preview has expired, the published site is
 * used.
 */
export async function fetchSite(language: Language): Promise<Site> {
  const preview = previewToken();
  try {
    const { data } = await getBulkConfiguration({
      query: { language, ...(preview && { preview }) },
      throwOnError: true,
    });
    return data;
  } catch (error) {
    if (!preview || (statusOf(error) !== 410 && statusOf(error) !== 422)) {
      throw error;
    }
    endPreview();
    location.replace(location.pathname);
    throw error;
  }
}
