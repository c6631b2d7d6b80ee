import { useEffect } from 'react';

const lookEvery = 2_000;
const asleepFrom = 10_000;

/**
 * Calls back when the page continues after its timers stood still: the device slept, and the clock of the
 * page may have slept too. A hidden page learns of it by other means when it is visible again.
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
