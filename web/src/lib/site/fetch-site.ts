import { getBulkConfiguration } from '@/api/gen-site';
import type { Language } from '@/lib/text/language';
import type { Site } from './site';

export async function fetchSite(language: Language): Promise<Site> {
  const { data } = await getBulkConfiguration({ query: { language }, throwOnError: true });
  return data;
}
