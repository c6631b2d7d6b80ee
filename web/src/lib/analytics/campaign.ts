import type { Network } from './analytics';

const networkOf: Record<string, Network> = {
  meta: 'meta',
  facebook: 'meta',
  instagram: 'meta',
  tiktok: 'tiktok',
  snap: 'snap',
  snapchat: 'snap',
  x: 'x',
  twitter: 'x',
};

const trackedKey = 'selfcare.utm_source';
const consentKey = 'selfcare.tracking-consent';

const read = (storage: Storage, key: string): string | null => {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
};

const write = (storage: Storage, key: string, value: string): void => {
  try {
    storage.setItem(key, value);
  } catch {
    // Then it is asked, or counted, once more.
  }
};

/** What the visitor said about advertisers; null until asked. */
export const consent = (): boolean | null => {
  const said = read(localStorage, consentKey);
  return said === null ? null : said === 'yes';
};

export const keepConsent = (given: boolean): void => write(localStorage, consentKey, given ? 'yes' : 'no');

/** The advertiser that an address names and that was not told yet in this session. A source we do not know is logged. */
export function untoldNetwork(search: string): Network | undefined {
  const source = new URLSearchParams(search).get('utm_source')?.toLowerCase();
  if (!source || read(sessionStorage, trackedKey) === source) {
    return undefined;
  }
  const network = Object.hasOwn(networkOf, source) ? networkOf[source] : undefined;
  if (!network) {
    console.info('unknown utm_source', source);
    write(sessionStorage, trackedKey, source);
  }
  return network;
}

/** The source of an address has been told about. */
export function rememberTold(search: string): void {
  write(sessionStorage, trackedKey, new URLSearchParams(search).get('utm_source')?.toLowerCase() ?? '');
}
