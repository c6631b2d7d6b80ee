import { queries } from '@/lib/http/query-client';

const later = globalThis.setTimeout; // tests may replace the clock
const pause = (ms: number) => new Promise((resolve) => later(resolve, ms));
const underWay = new Set<Promise<unknown>>();

/**
 * The maximum delay of each call and of each answer: SLOW_CALLS=150 finds tests that expect an answer at
 * once.
 */
const slowest = Number(process.env.SLOW_CALLS ?? 0);
const travels = () => (slowest ? pause(Math.random() * slowest) : undefined);

/** Records open calls until the returned function is called. */
export function watchCalls(): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = (...call) => {
    const answer = (async () => {
      await travels();
      const response = await send(...call);
      await travels();
      return response;
    })();
    const over = answer.catch(() => undefined).finally(() => underWay.delete(over));
    underWay.add(over);
    return answer;
  };
  return () => {
    globalThis.fetch = send;
  };
}

/** Waits for the open calls of a finished test, so that no answer reaches the next test. */
export async function callsAreOver(): Promise<void> {
  await queries.cancelQueries();
  while (underWay.size > 0) {
    await Promise.race([Promise.all(underWay), pause(1_000).then(() => underWay.clear())]);
  }
  await pause(0);
}
