import { inBrowser, inTab } from '@/lib/browser-parts';
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

/** What the visitor said about advertisers; null until asked. */
export const consent = (): boolean | null => {
  const said = inBrowser.read(consentKey);
  return said === undefined ? null : said === 'yes';
};

export function keepConsent(isGiven: boolean): void {
  inBrowser.write(consentKey, isGiven ? 'yes' : 'no');
}

/** The advertiser that an address names and that was not told yet in this session. A source we do not know is logged. */
export function untoldNetwork(search: string): Network | undefined {
  const source = new URLSearchParams(search).get('utm_source')?.toLowerCase();
  if (!source || inTab.read(trackedKey) === source) {
    return undefined;
  }
  const network = Object.hasOwn(networkOf, source) ? networkOf[source] : undefined;
  if (!network) {
    console.info('unknown utm_source', source);
    inTab.write(trackedKey, source);
  }
  return network;
}

/** The source of an address has been told about. */
export function rememberTold(search: string): void {
  inTab.write(trackedKey, new URLSearchParams(search).get('utm_source')?.toLowerCase() ?? '');
}
