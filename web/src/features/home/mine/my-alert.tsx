import { useQuery } from '@tanstack/react-query';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { LineAlert } from '@/components/line/line-alert';
import { useLineCall } from '@/lib/session/use-line-call';

/**
 * The most urgent fact about the chosen line. The balance next to it makes the same call and shows its
 * failure.
 */
export function MyAlert() {
  const { data, error } = useQuery(getDashboardOptions(useLineCall()));
  const line = error ? undefined : data?.data;
  return line?.alert && <LineAlert alert={line.alert} line={line.proprties} />;
}
