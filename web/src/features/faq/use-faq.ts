import { useQuery } from '@tanstack/react-query';
import { getFaqOptions, listFaqOptions } from '@/api/gen-content/@tanstack/react-query.gen';
import { previewToken } from '@/lib/site/preview';
import { useLanguage } from '@/lib/text/use-language';

function useContentQuery() {
  const language = useLanguage();
  const preview = previewToken();
  return { language, ...(preview && { preview }) };
}

/** All questions of the site, or those of one topic. */
export function useFaq(topic?: string) {
  const query = useContentQuery();
  return useQuery({
    ...listFaqOptions({ query: { ...query, availability: 'web', ...(topic && { topic }) } }),
  });
}

/** One question by its slug, of whichever language. */
export function useQuestion(slug: string) {
  const query = useContentQuery();
  return useQuery(getFaqOptions({ path: { faqId: slug }, query }));
}
