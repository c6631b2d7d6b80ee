import { useEffect } from 'react';
import { mainLineGoes } from './expiry';
import { useSession } from './index';

/** While these numbers end, the end of the session has a plain reason, where one is the main line of the account. */
export function useMainLineGoes(numbers: readonly string[]): void {
  const main = useSession().subscribers.find(({ user }) => user.is_main)?.mobile_number;
  const goes = main !== undefined && numbers.includes(main);
  useEffect(() => {
    if (goes) {
      return mainLineGoes();
    }
  }, [goes]);
}
