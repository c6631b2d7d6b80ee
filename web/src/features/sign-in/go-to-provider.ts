import type { SocialProvider } from '@/api/gen-session';
import { inTab } from '@/lib/browser-parts';

const storageKey = 'selfcare.socialReturn';

/** Opens the provider's page. The page to open after the sign-in is stored here, because the provider sends back only its own answer. */
export async function goToProvider(provider: SocialProvider, search: string): Promise<void> {
  const { socialAddress } = await import('./door-calls');
  const address = await socialAddress(provider);
  inTab.write(storageKey, search); // where storage is refused, signing in leads to the first page
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) {
    location.assign(address);
  }
}

/** The part of the address that says where to go after signing in, as it was when the customer left. */
export const rememberedSearch = () => inTab.read(storageKey) ?? '';
