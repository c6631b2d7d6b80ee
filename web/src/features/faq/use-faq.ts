import { useQuery } from '@tanstack/react-query';
import type { GetFaqAnswer, ListFaqAnswer } from '@/api/gen-content';
import { getFaqOptions, listFaqOptions } from '@/api/gen-content/@tanstack/react-query.gen';
import { answerInside } from '@/lib/site/answers-inside';
import { previewToken } from '@/lib/site/preview';
import { useLanguage } from '@/lib/text/use-language';

/** Returns the query options for content, and the answers from inside the document. */
function useContentQuery() {
  const language = useLanguage();
  const preview = previewToken();
  const inside = <Answer>(name: string) => ({
    initialData: () => (preview ? undefined : answerInside<Answer>(language, name)),
    initialDataUpdatedAt: performance.timeOrigin,
  });
  return { query: { language, ...(preview && { preview }) }, inside };
}

/** Reads all questions of the site, or those of a topic. */
export function useFaq(topic?: string) {
  const { query, inside } = useContentQuery();
  return useQuery({
    ...listFaqOptions({ query: { ...query, availability: 'web', ...(topic && { topic }) } }),
    ...inside<ListFaqAnswer>(`questions ${topic ?? ''}`),
  });
}

/** Reads a question by its slug in either language. */
export function useQuestion(slug: string) {
  const { query, inside } = useContentQuery();
  return useQuery({
    ...getFaqOptions({ path: { faqId: slug }, query }),
    ...inside<GetFaqAnswer>(`question ${slug}`),
  });
}
