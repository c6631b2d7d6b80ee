import { queries } from '@/lib/http/query-client';

const later = globalThis.setTimeout; // tests may have clocks of their own
const pause = (ms: number) => new Promise((resolve) => later(resolve, ms));
const underWay = new Set<Promise<unknown>>();

/** How long each call takes at most, there and back: SLOW_CALLS=150 finds tests that take an answer for granted. */
const slowest = Number(process.env.SLOW_CALLS ?? 0);
const travels = () => (slowest ? pause(Math.random() * slowest) : undefined);

/** Remembers the calls under way. The answer ends that. */
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

/** Waits for the calls of a test that has ended, so that no answer reaches the next one. */
export async function callsAreOver(): Promise<void> {
  await queries.cancelQueries();
  while (underWay.size > 0) {
    await Promise.race([Promise.all(underWay), pause(1_000).then(() => underWay.clear())]);
  }
  await pause(0);
}
