import { useLanguage } from '@/lib/text/use-language';
import { useNextPage } from './use-next-page';

/**
 * Signs out and shows the first page in the language, or the page `to`. This works without the server too.
 */
export function useSignOut(): (to?: string) => Promise<void> {
  const goTo = useNextPage();
  const language = useLanguage();
  return async (to = `/${language}/`) => {
    const { signOut } = await import('./account');
    await signOut(() => goTo(to));
  };
}
