import { useNavigate } from 'react-router';
import { problemOf } from '@/api/problem';
import { giveCode } from './calls';
import { useSignInPath } from './use-sign-in-path';

/** What the registration page is told by the page before it. */
export interface Shown {
  /** The number whose code was right. */
  shown: string;
}

/** Signs in with a code. Only now does it show that a number has no account: its owner makes one, and the code counts for that. */
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
