import { useNavigate } from 'react-router';
import { problemOf } from '@/api/problem';
import { giveCode } from './calls';
import { useSignInPath } from './use-sign-in-path';

/** The navigation state for the registration page. */
export interface Shown {
  /** The number whose code was correct. */
  shown: string;
}

/**
 * Signs in with a code. Only a correct code shows that a number has no account: its owner then creates one
 * without another code.
 */
export function useLoginCode(): (mobile: string, code: string) => Promise<void> {
  const navigate = useNavigate();
  const path = useSignInPath();
  return async (mobile, code) => {
    try {
      await giveCode(mobile, 'login', code);
    } catch (error) {
      if (problemOf(error)?.messageKey !== 'user_not_registered') {
        throw error;
      }
      await navigate(path('registration'), { state: { shown: mobile } satisfies Shown });
    }
  };
}
