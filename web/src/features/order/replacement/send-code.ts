import { type CodeSent, requestOtp, validateIdOfNumber } from '@/api/gen-session';
import { ApiError, problemOf } from '@/api/problem';
import { withDevice } from '@/lib/session/account';
import type { Language } from '@/lib/text/language';

/** The names of request fields in the sign-in calls. */
const namesOf: Record<string, string> = {
  id_number: 'idNumber',
  mobile_number: 'msisdn',
  'otp.mobile_number': 'msisdn',
};

/** Renames the fields of a refusal of those calls to the request's names. */
function inOwnNames(error: unknown): unknown {
  const problem = problemOf(error);
  if (!(error instanceof ApiError) || !problem?.fields) {
    return error;
  }
  const fields = Object.fromEntries(
    Object.entries(problem.fields).map(([name, text]) => [namesOf[name] ?? name, text]),
  );
  return new ApiError(error.status, { ...problem, fields }, undefined, { cause: error });
}

/**
 * Sends the code of a line. The request needs the owner's ID, which is checked before any message is sent.
 */
export async function sendCode(
  language: Language,
  mobile_number: string,
  id_number: string,
): Promise<CodeSent> {
  const headers = { 'accept-language': language, 'X-Api-Version': 'v3' as const };
  const body = { mobile_number, id_number, source: 'replacement' as const };
  const otp = { mobile_number, source: 'replacement' as const };
  try {
    await withDevice(() => validateIdOfNumber({ headers, body, throwOnError: true }));
    return (await requestOtp({ headers, body: { otp }, throwOnError: true })).data.data;
  } catch (error) {
    throw inOwnNames(error);
  }
}
