/** The version of this build, from package.json. */
export const appVersion: string = __APP_VERSION__;

/** Tells whether one version of three numbers is older than another. */
export function isOlder(version: string, than: string): boolean {
  const parts = (text: string) => text.split('.').map(Number);
  const [own, other] = [parts(version), parts(than)];
  const first = own.findIndex((part, place) => part !== other[place]);
  return first >= 0 && (own[first] ?? 0) < (other[first] ?? 0);
}
