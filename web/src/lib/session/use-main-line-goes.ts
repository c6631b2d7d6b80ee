import { useEffect } from 'react';
import { mainLineGoes } from './expiry';
import { useSession } from './index';

/**
 * While these numbers end, explains an expired session by the end of the line if one of them is the account's
 * main line.
 */
export function useMainLineGoes(numbers: readonly string[]): void {
  const main = useSession().subscribers.find(({ user }) => user.is_main)?.mobile_number;
  const goes = main !== undefined && numbers.includes(main);
  useEffect(() => {
    if (goes) {
      return mainLineGoes();
    }
  }, [goes]);
}
