import { useLineCall } from '@/lib/session/use-line-call';

/** These calls are v3. */
export function useServiceCall() {
  const { headers } = useLineCall();
  return { headers: { ...headers, 'X-Api-Version': 'v3' as const } };
}
