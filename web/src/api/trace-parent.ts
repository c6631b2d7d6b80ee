/** Random bytes, in hexadecimal. */
function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

let trace: string | undefined;

/**
 * The trace that a call belongs to (https://www.w3.org/TR/trace-context/): the same for all calls of a page, until it is
 * loaded again. Undefined if the page does not say that traces are kept.
 */
export function traceParent(): string | undefined {
  if (!document.querySelector('meta[name="traced"]')) {
    return undefined;
  }
  trace ??= randomHex(16);
  return `00-${trace}-${randomHex(8)}-01`;
}
