import type { Problem } from '@/api/gen';

/** A refusal of the API, or no answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem?: Problem,
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

export const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError ? error.problem : undefined;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined;

export const isRefusal = (error: unknown, key: string): boolean => problemOf(error)?.messageKey === key;
