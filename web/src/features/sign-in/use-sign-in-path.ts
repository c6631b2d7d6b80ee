import { useLocation } from 'react-router';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';

type Page = 'login' | 'quicklogin' | 'registration' | 'resetpassword';

/** Returns the address of a sign-in page, with the page that opens afterwards. */
export function useSignInPath(): (page: Page) => string {
  const language = useLanguage();
  const routes = useSite()?.routes;
  const { search } = useLocation();
  return (page) => `/${language}/${routes?.find(({ key }) => key === page)?.rewrite_url ?? page}${search}`;
}
