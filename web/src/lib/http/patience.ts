import { ApiError } from '@/api/problem';

/** The time after which a wait says that it goes on, and the longest time that a page keeps waiting. */
export const stillCheckingAfterMs = 3_000;
export const patienceMs = 15_000;

/** The answer is not here yet; it is still asked for. */
export const late = () => new ApiError(0, undefined, 'late');

const isSilenceOf = (error: unknown, test: (silence: ApiError['silence']) => boolean) =>
  error instanceof ApiError && test(error.silence);

/** The page stops waiting, although the server may still be working. */
export const isLate = (error: unknown): boolean =>
  isSilenceOf(error, (silence) => silence === 'late' || typeof silence === 'object');

/** Waits for an answer, but not longer than this. */
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
