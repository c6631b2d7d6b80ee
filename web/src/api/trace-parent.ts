/** Random bytes, in hexadecimal. */
function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

let trace: string | undefined;

/**
 * What names the trace that a call belongs to (https://www.w3.org/TR/trace-context/): one for all calls of a page, until it is
 * loaded again. Undefined where the page does not say that anybody keeps traces.
 */
export function traceParent(): string | undefined {
  if (!document.querySelector('meta[name="traced"]')) {
    return undefined;
  }
  trace ??= randomHex(16);
  return `00-${trace}-${randomHex(8)}-01`;
}
