import { useQuery } from '@tanstack/react-query';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { LineAlert } from '@/components/line/line-alert';
import { useLineCall } from '@/lib/session/use-line-call';

/** The most pressing fact about the line chosen. The balance beside it asks the same, and says where that failed. */
export function MyAlert() {
  const { data, error } = useQuery(getDashboardOptions(useLineCall()));
  const line = error ? undefined : data?.data;
  return line?.alert && <LineAlert alert={line.alert} line={line.proprties} />;
}
