/** Returns random bytes in hexadecimal. */
function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

let trace: string | undefined;

/**
 * Returns the trace of a call (https://www.w3.org/TR/trace-context/), the same for all calls until the page
 * is loaded again. Returns undefined if the page does not enable traces.
 */
export function traceParent(): string | undefined {
  if (!document.querySelector('meta[name="traced"]')) {
    return undefined;
  }
  trace ??= randomHex(16);
  return `00-${trace}-${randomHex(8)}-01`;
}
