import { useEffect } from 'react';

const lookEvery = 2_000;
const asleepFrom = 10_000;

/**
 * Calls back when the page goes on after its timers stood still: the device slept, and the clock that pages measure with
 * may have slept too. A page out of sight is told when it is looked at again, by other means.
 */
export function useAwakening(wake: () => unknown): void {
  useEffect(() => {
    let last = Date.now();
    const timer = setInterval(() => {
      const slept = Date.now() - last > asleepFrom;
      last = Date.now();
      if (slept && !document.hidden) {
        wake();
      }
    }, lookEvery);
    return () => clearInterval(timer);
  }, [wake]);
}
