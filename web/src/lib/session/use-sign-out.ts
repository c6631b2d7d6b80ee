import { useNavigate } from 'react-router';
import { useLanguage } from '@/lib/use-language';

/** Signs out and lands on the first page of the language, or where `to` says. Works without the server too. */
export function useSignOut(): (to?: string) => Promise<void> {
  const navigate = useNavigate();
  const language = useLanguage();
  return async (to = `/${language}/`) => {
    const { leave } = await import('./account');
    // The next page first, and on screen: the one left would lead to the sign-in as soon as nobody is signed in.
    await navigate(to, { replace: true, flushSync: true });
    await leave();
  };
}
