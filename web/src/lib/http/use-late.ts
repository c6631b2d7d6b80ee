import { useEffect, useState } from 'react';
import { patienceMs } from './patience';

/** Whether a wait that is not over has lasted as long as anybody is kept waiting. */
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
