/**
 * The server's clock, computed from the serverTime of its answers. An answer is always a little old and never
 * from the future, so the largest difference is the most exact. performance.now() does not jump when the
 * device's clock is set.
 */
let difference = Number.NEGATIVE_INFINITY;

export function noteServerTime(serverTime: string): void {
  difference = Math.max(difference, Date.parse(serverTime) - performance.now());
}

export const serverNow = (): number =>
  Number.isFinite(difference) ? difference + performance.now() : Date.now();

/** Resets the clock between tests. */
export function forgetServerTime(): void {
  difference = Number.NEGATIVE_INFINITY;
}
