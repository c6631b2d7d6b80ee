import { useLanguage } from '@/lib/text/use-language';
import { useSession } from '.';

export interface LineCall {
  headers: { 'accept-language': string; 'x-sub-account': string };
}

/**
 * Returns the part of each call that names the chosen line. As part of the query key it separates the answers
 * of the lines.
 */
export function useLineCall(): LineCall {
  const language = useLanguage();
  const { selected } = useSession();
  return {
    headers: { 'accept-language': language, 'x-sub-account': selected?.subscription_id ?? 'main' },
  };
}
