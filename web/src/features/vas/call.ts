import { useLineCall } from '@/lib/session/use-line-call';

/** Returns the headers for these calls, which are version 3. */
export function useServiceCall() {
  const { headers } = useLineCall();
  return { headers: { ...headers, 'X-Api-Version': 'v3' as const } };
}
