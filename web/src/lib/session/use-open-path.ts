import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { isOpenTo } from './access';

/** The address of a page, where the site has it and the line chosen may open it. */
export function useOpenPath(key: string): string | undefined {
  const path = usePath(key);
  const session = useSession();
  const permission = useSite()?.routes.find((route) => route.key === key)?.permission;
  return isOpenTo(session, { slug: key, permission }) ? path : undefined;
}
