import { endOrderSession } from '@/api/gen-session';
import { statusOf } from '@/api/problem';
import { queries } from '@/lib/http/query-client';
import type { Language } from '@/lib/text/language';
import { orderCall } from './order-query';
import { readOrders } from './order-session';
import { dropOrder } from './other-sessions';

/** An ended session is the wanted result. */
const isOver = (error: unknown) => [401, 403, 404].includes(statusOf(error) ?? 0);

/** Ends the session on the server; only afterwards may this browser delete the data that the call needs. */
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

/** Drops the cached answers of an order; a page that still shows the order asks again and is refused. */
export async function clearAnswers(id: string): Promise<void> {
  const wanted = { predicate: ({ queryKey }: { queryKey: unknown }) => isAbout(queryKey, id) };
  await queries.cancelQueries(wanted);
  queries.removeQueries({ ...wanted, type: 'inactive' });
  for (const query of queries.getQueryCache().findAll(wanted)) {
    query.setState({ data: undefined, status: 'pending' });
  }
  await queries.invalidateQueries(wanted);
}

/**
 * Drops the orders that another tab has removed, and returns their ids. A list of the same length has
 * replaced an old order by a newer one.
 */
export function forgottenElsewhere({ oldValue, newValue }: StorageEvent): string[] {
  const left = readOrders(newValue).map(({ id }) => id);
  const before = readOrders(oldValue).map(({ id }) => id);
  const gone = left.length < before.length ? before.filter((id) => !left.includes(id)) : [];
  gone.forEach(dropOrder);
  return gone;
}
