import { useQuery } from '@tanstack/react-query';
import { listLineBundlesOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';

/** What the line in use has had, what waits for its day, and what would suit it; nothing for a guest. */
export function useLineBundles() {
  const { status, selected } = useSession();
  const { data } = useQuery({
    ...listLineBundlesOptions(useLineCall()),
    enabled: status === 'signed-in' && selected !== undefined,
  });
  return data?.data;
}
