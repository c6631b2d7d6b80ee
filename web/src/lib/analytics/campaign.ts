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

/** Returns the visitor's consent to advertisers; null before the visitor has answered. */
export const consent = (): boolean | null => {
  const said = inBrowser.read(consentKey);
  return said === undefined ? null : said === 'yes';
};

export function keepConsent(isGiven: boolean): void {
  inBrowser.write(consentKey, isGiven ? 'yes' : 'no');
}

/**
 * Returns the advertiser in the address if this session has not reported the visit to it yet. Logs an unknown
 * source.
 */
export function unreportedNetwork(search: string): Network | undefined {
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

/** Remembers that this session has reported the source of the address. */
export function rememberTold(search: string): void {
  inTab.write(trackedKey, new URLSearchParams(search).get('utm_source')?.toLowerCase() ?? '');
}
