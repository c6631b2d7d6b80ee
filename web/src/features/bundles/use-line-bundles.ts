import { useQuery } from '@tanstack/react-query';
import { listLineBundlesOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { isOpenTo } from '@/lib/session/access';
import { useLineCall } from '@/lib/session/use-line-call';

/**
 * Returns the past, future and suggested bundles of the chosen line; nothing for a guest or a line without
 * bundles.
 */
export function useLineBundles() {
  const session = useSession();
  const { status, selected } = session;
  const { data } = useQuery({
    ...listLineBundlesOptions(useLineCall()),
    enabled:
      status === 'signed-in' &&
      selected !== undefined &&
      isOpenTo(session, { permission: 'bundles' }) === true,
  });
  return data?.data;
}
