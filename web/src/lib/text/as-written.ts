/**
 * Decodes an address into readable letters. A link may have invalid percent-encoding: such an address stays
 * unchanged.
 */
export function asWritten(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
