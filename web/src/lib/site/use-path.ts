import { useLanguage } from '@/lib/text/use-language';
import { useSite } from './site';

/** Returns the address of a page by the key of its route; undefined if this site has no such page. */
export function usePath(key: string): string | undefined {
  const language = useLanguage();
  const route = useSite()?.routes.find((candidate) => candidate.key === key);
  return route && `/${language}/${route.rewrite_url}`;
}
