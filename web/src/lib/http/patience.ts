import { ApiError } from '@/api/problem';

/** The time after which the page says that it is still waiting, and the longest time that a page waits. */
export const stillCheckingAfterMs = 3_000;
export const patienceMs = 15_000;

/** There is no answer yet; the call continues in the background. */
export const late = () => new ApiError(0, undefined, 'late');

const isSilenceOf = (error: unknown, test: (silence: ApiError['silence']) => boolean) =>
  error instanceof ApiError && test(error.silence);

/** Tells whether the page stopped waiting. The server may still be working. */
export const isLate = (error: unknown): boolean =>
  isSilenceOf(error, (silence) => silence === 'late' || typeof silence === 'object');

/** Waits for an answer, at most for the given time. */
export async function orLate<Answer>(answer: Promise<Answer>, withinMs: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), withinMs);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
