import type { SocialProvider } from '@/api/gen-session';
import { inTab } from '@/lib/browser-parts';

const storageKey = 'selfcare.socialReturn';

/**
 * Opens the provider's page. The page to open after the sign-in is stored here, because the provider sends
 * back only its own answer.
 */
export async function goToProvider(provider: SocialProvider, search: string): Promise<void> {
  const { socialAddress } = await import('./door-calls');
  const address = await socialAddress(provider);
  inTab.write(storageKey, search); // without storage the sign-in leads to the first page
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) {
    location.assign(address);
  }
}

/**
 * Returns the part of the address with the page to open after the sign-in, from the time when the customer
 * left.
 */
export const rememberedSearch = () => inTab.read(storageKey) ?? '';
