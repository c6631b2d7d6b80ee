import { ApiError } from '@/api/problem';

/** From when on a wait says that it goes on, and until when somebody is kept waiting at all. */
export const stillCheckingAfterMs = 3_000;
export const patienceMs = 15_000;

/** The answer is not here yet; it is still asked for. */
export const late = () => new ApiError(0, undefined, 'late');

const isSilenceOf = (error: unknown, test: (silence: ApiError['silence']) => boolean) =>
  error instanceof ApiError && test(error.silence);

/** Nobody has to wait for this any longer, though the server may still be at it. */
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
