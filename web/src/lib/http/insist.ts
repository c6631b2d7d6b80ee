import { ApiError, mayRepeat } from '@/api/problem';

const askAgainAfter = 5_000;
const triesAtMost = 12;

export interface Insistence<Answer> {
  answer: Promise<Answer>;
  /** Does not wait for the next try. */
  hurry: () => void;
}

/** An answer is final. After silence the remaining work is not repeated by itself. */
const givenUp = (cause: unknown) =>
  mayRepeat(cause) ? new ApiError(cause.status, cause.problem, 'aborted', { cause }) : cause;

/** Goes on asking behind the page while it is wanted, until there is an answer that another try would not change. */
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
