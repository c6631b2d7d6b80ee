import { ApiError, mayRepeat } from '@/api/problem';

const askAgainAfter = 5_000;
const triesAtMost = 12;

export interface Insistence<Answer> {
  answer: Promise<Answer>;
  /** Starts the next try at once. */
  hurry: () => void;
}

/** An answer is final. After silence the remaining work is not repeated automatically. */
const givenUp = (cause: unknown) =>
  mayRepeat(cause) ? new ApiError(cause.status, cause.problem, 'aborted', { cause }) : cause;

/**
 * Repeats a call in the background while it is wanted, until an answer arrives that a further try would not
 * change.
 */
export function insist<Answer>(
  first: Promise<Answer>,
  again: () => Promise<Answer>,
  wanted: () => boolean,
): Insistence<Answer> {
  let hurry = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      hurry = resolve;
      setTimeout(resolve, askAgainAfter);
    });
  const untilAnswered = async (): Promise<Answer> => {
    let asked = first;
    for (let tries = 1; ; tries++) {
      try {
        return await asked;
      } catch (error) {
        if (!mayRepeat(error) || tries === triesAtMost) {
          throw givenUp(error);
        }
      }
      await pause();
      if (!wanted()) {
        return first;
      }
      asked = again();
    }
  };
  return { answer: untilAnswered(), hurry: () => hurry() };
}
