import type * as z from 'zod/mini';
import { zProblem } from '@/api/gen/zod.gen';

type ProblemBody = z.infer<typeof zProblem>;

/** A refusal of the API, or no answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem?: ProblemBody,
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

/** What the client's error interceptor turns every failure into. */
export function apiError(error: unknown, response: Response | undefined): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') {
    return error;
  }
  const body = zProblem.safeParse(error);
  return new ApiError(response?.status ?? 0, body.success ? body.data : undefined, { cause: error });
}

export const problemOf = (error: unknown): ProblemBody | undefined =>
  error instanceof ApiError ? error.problem : undefined;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined;

export const isRefusal = (error: unknown, key: string): boolean => problemOf(error)?.messageKey === key;
