import { useLanguage } from '@/lib/text/use-language';
import { useSession } from '.';

export interface LineCall {
  headers: { 'accept-language': string; 'x-sub-account': string };
}

/** What every call about the line chosen carries; being part of the query key, it keeps the lines' answers apart. */
export function useLineCall(): LineCall {
  const language = useLanguage();
  const { selected } = useSession();
  return {
    headers: { 'accept-language': language, 'x-sub-account': selected?.subscription_id ?? 'main' },
  };
}
