import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { isOpenTo } from './access';

/** Returns the address of a page if the site has the page and the chosen line may open it. */
export function useOpenPath(key: string): string | undefined {
  const path = usePath(key);
  const session = useSession();
  const permission = useSite()?.routes.find((route) => route.key === key)?.permission;
  return isOpenTo(session, { slug: key, permission }) ? path : undefined;
}
