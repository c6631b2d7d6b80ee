/** An address in readable letters. An address without valid percent-encoding stays as it is, because links may contain anything. */
export function asWritten(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
