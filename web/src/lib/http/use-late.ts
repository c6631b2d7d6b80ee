import { useEffect, useState } from 'react';
import { patienceMs } from './patience';

/** Whether an open wait has lasted for the longest time that a page keeps waiting. */
export function useLate(waits: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) {
      return;
    }
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return late;
}
