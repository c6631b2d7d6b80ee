import { inBrowser } from '@/lib/browser-parts';

const storageKey = 'selfcare.passkeysOffered';

/** The accounts that got the offer are stored as hashes, because the accounts on a device are private. */
async function markOf(account: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`passkey offer ${account}`));
  return btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, 12)));
}

const marks = (): string[] => (inBrowser.read(storageKey) ?? '').split(' ').filter(Boolean);

/**
 * Tells whether this browser has already offered a passkey to the account. A browser without storage would
 * offer it at each sign-in, so it counts as asked.
 */
export async function wasAsked(account: string): Promise<boolean> {
  try {
    return !inBrowser.write(storageKey, marks().join(' ')) || marks().includes(await markOf(account));
  } catch {
    return true; // plain http has no digests
  }
}

export async function rememberAsked(account: string): Promise<void> {
  try {
    inBrowser.write(storageKey, [...marks(), await markOf(account)].join(' '));
  } catch {
    // Plain http has no digests: such a browser gets no offer.
  }
}
