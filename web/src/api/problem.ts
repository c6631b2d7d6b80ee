import type { Problem as AnyProblem } from '@/api/gen';
import type { MessageKey } from '@/api/gen-failures';
import { sendsToSupport } from './sent-to-support';

/** A refusal with a message key of the contract. A key newer than this page is handled by its status. */
export interface Problem extends AnyProblem {
  messageKey: MessageKey;
}

/**
 * The reason for a missing answer: a time limit in milliseconds, an abort by the caller, an unreachable
 * server, or a call that continues in the background.
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

  /**
   * Tells whether the same request can be sent again: no answer, a sibling request in progress, or a server
   * error.
   */
  get mayRetry(): boolean {
    return this.status === 0 || this.status >= 500 || this.problem?.messageKey === 'request_in_progress';
  }
}

/** Tells whether the same request can be repeated with the same idempotency key. */
export const mayRepeat = (error: unknown): error is ApiError => error instanceof ApiError && error.mayRetry;

/** Tells whether the call is repeated automatically. After a timeout or an abort the customer decides. */
export const repeatsItself = (error: unknown): boolean =>
  mayRepeat(error) && (error.silence ?? 'unreached') === 'unreached';

export const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError ? error.problem : undefined;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined;

export const isSentToSupport = (error: unknown): boolean =>
  sendsToSupport(problemOf(error)?.messageKey ?? '');

/**
 * Splits a refusal into messages for fields of this form and a rest for the notice. If the fields show
 * everything, the rest is empty. Only the notice shows the ways to contact support.
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
