import { useQueryClient } from '@tanstack/react-query';
import type { AutoRecharge } from '@/api/gen-purchases';
import { getAutoRechargeOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { useLineCall } from '@/lib/session/use-line-call';

/** Puts the server's last answer on the page; nothing if the auto-recharge has ended. */
export function useUpdateAutoRecharge() {
  const client = useQueryClient();
  const { queryKey } = getAutoRechargeOptions(useLineCall());
  return (now?: AutoRecharge) =>
    client.setQueryData(
      queryKey,
      (known) => known && { data: { hour: known.data.hour, ...(now && { autoRecharge: now }) } },
    );
}
