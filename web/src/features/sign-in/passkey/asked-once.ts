const storageKey = 'selfcare.passkeysOffered';

/** Who was asked is kept as a hash: whose accounts were used on a device is nobody's business. */
async function markOf(account: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`passkey offer ${account}`));
  return btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, 12)));
}

const marks = (): string[] => (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);

/** Whether this account was offered a passkey in this browser before. Where nothing can be kept, nobody is asked each time. */
export async function wasAsked(account: string): Promise<boolean> {
  try {
    return marks().includes(await markOf(account));
  } catch {
    return true;
  }
}

export async function rememberAsked(account: string): Promise<void> {
  try {
    localStorage.setItem(storageKey, [...marks(), await markOf(account)].join(' '));
  } catch {
    // A private window: the offer was made, and that is all.
  }
}
