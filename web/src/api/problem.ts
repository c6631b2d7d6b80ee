import type { Problem as AnyProblem } from '@/api/gen';
import type { MessageKey } from '@/api/gen-failures';
import { sendsToSupport } from './sent-to-support';

/** A refusal, with a word of the contract. A word that is newer than this page is handled by its status. */
export interface Problem extends AnyProblem {
  messageKey: MessageKey;
}

/**
 * Why there is no answer: a limit of milliseconds is over, the caller stopped the call, the server was not reached, or it is
 * still asked for behind the page.
 */
export type Silence = { timeout: number } | 'aborted' | 'unreached' | 'late';

/** A refusal of the API, or no answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem?: Problem,
    readonly silence: Silence | undefined = status === 0 ? 'unreached' : undefined,
    options?: ErrorOptions,
  ) {
    super(problem?.message ?? `request failed (${status})`, options);
    this.name = 'ApiError';
  }

  /** No answer, a twin still running, or trouble on the server: the same request may be sent again. */
  get mayRetry(): boolean {
    return this.status === 0 || this.status >= 500 || this.problem?.messageKey === 'request_in_progress';
  }
}

/** Worth another try of the very same request, under the same key. */
export const mayRepeat = (error: unknown): error is ApiError => error instanceof ApiError && error.mayRetry;

/** Whether the call is repeated without asking. After a timeout or a stop the customer decides when to go on. */
export const repeatsItself = (error: unknown): boolean =>
  mayRepeat(error) && (error.silence ?? 'unreached') === 'unreached';

export const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError ? error.problem : undefined;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined;

export const isSentToSupport = (error: unknown): boolean =>
  sendsToSupport(problemOf(error)?.messageKey ?? '');

/**
 * A refusal split in two: sentences for fields of this form, and the rest for the notice. If the fields
 * say everything, nothing is left; the way to support stands in the notice alone.
 */
export function splitRefusal<Name extends string>(
  error: unknown,
  fieldOf: (path: string) => Name | undefined,
): { fields: [Name, string][]; rest: unknown } {
  const said = Object.entries(problemOf(error)?.fields ?? {});
  const fields = said.flatMap(([path, message]): [Name, string][] => {
    const name = fieldOf(path);
    return name === undefined ? [] : [[name, message]];
  });
  const allSaid = fields.length > 0 && fields.length === said.length;
  return { fields, rest: allSaid && !isSentToSupport(error) ? undefined : error };
}
