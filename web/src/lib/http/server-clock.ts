/**
 * The server's clock, from the serverTime of its answers. An answer is always a little old, never from the future,
 * so the largest difference seen is the best one; performance.now() does not jump when the clock is set.
 */
let difference = Number.NEGATIVE_INFINITY;

export function noteServerTime(serverTime: string): void {
  difference = Math.max(difference, Date.parse(serverTime) - performance.now());
}

export const serverNow = (): number =>
  Number.isFinite(difference) ? difference + performance.now() : Date.now();

/** Only tests start over. */
export function forgetServerTime(): void {
  difference = Number.NEGATIVE_INFINITY;
}
