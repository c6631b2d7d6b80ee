import { useEffect, useState } from 'react';
import { patienceMs } from './patience';

/** Tells whether an open wait has lasted for the longest time that a page waits. */
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
