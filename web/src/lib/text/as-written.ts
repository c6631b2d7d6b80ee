/** An address in the letters that people read. One that is not valid percent-encoding stays as it stands: anybody can write one. */
export function asWritten(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
