import { useQuery } from '@tanstack/react-query';
import { listRenewalsOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';

/** Returns the renewals of the chosen line other than its plan; nothing for a guest. */
export function useRenewals() {
  const { status, selected } = useSession();
  return useQuery({
    ...listRenewalsOptions(useLineCall()),
    enabled: status === 'signed-in' && selected !== undefined,
  });
}
