import { endOrderSession } from '@/api/gen-session';
import { statusOf } from '@/api/problem';
import { queries } from '@/lib/http/query-client';
import type { Language } from '@/lib/text/language';
import { orderCall } from './order-query';
import { readOrders } from './order-session';
import { dropOrder } from './other-sessions';

/** A session that was over before is what was asked for. */
const isOver = (error: unknown) => [401, 403, 404].includes(statusOf(error) ?? 0);

/** Ends the session with the server; only then may this browser lose what it needs for that. */
export async function endSessionOf(id: string, language: Language): Promise<void> {
  try {
    await endOrderSession({ ...orderCall(id, language), throwOnError: true });
  } catch (error) {
    if (!isOver(error)) {
      throw error;
    }
  }
  dropOrder(id);
}

const isAbout = (key: unknown, id: string) => JSON.stringify(key).includes(id);

/** What was read of an order is gone; a page that still shows it asks again, and is refused. */
export async function clearAnswers(id: string): Promise<void> {
  const wanted = { predicate: ({ queryKey }: { queryKey: unknown }) => isAbout(queryKey, id) };
  await queries.cancelQueries(wanted);
  queries.removeQueries({ ...wanted, type: 'inactive' });
  for (const query of queries.getQueryCache().findAll(wanted)) {
    query.setState({ data: undefined, status: 'pending' });
  }
  await queries.invalidateQueries(wanted);
}

/** What another tab forgot. A list that is as long as before has made room for a newer order. */
export function forgottenElsewhere({ oldValue, newValue }: StorageEvent): string[] {
  const left = readOrders(newValue).map(({ id }) => id);
  const before = readOrders(oldValue).map(({ id }) => id);
  const gone = left.length < before.length ? before.filter((id) => !left.includes(id)) : [];
  gone.forEach(dropOrder);
  return gone;
}
