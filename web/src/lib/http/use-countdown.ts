import { useEffect, useState } from 'react';
import { serverNow } from './server-clock';

const secondsUntil = (iso: string | undefined): number =>
  iso === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(iso) - serverNow()) / 1000));

/** Returns the whole seconds left by the server's clock, never below zero. */
export function useCountdown(until: string | undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(until));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
