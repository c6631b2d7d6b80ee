import { zReferralCode } from '@/api/gen/zod.gen';
import { inTab } from '@/lib/browser-parts';
import { readCode } from '@/lib/text/typed';

const key = 'selfcare.referral';

/** Stores the invitation in an address, `?ref=CODE`, for this session. */
export function keepReferral(search: string): void {
  const { data } = zReferralCode.safeParse(readCode(new URLSearchParams(search).get('ref') ?? ''));
  if (data) {
    inTab.write(key, data);
  }
}

/** Returns the invitation for the orders of this session. */
export const keptReferral = () => inTab.read(key);

/** Removes an unknown invitation. */
export const dropReferral = () => inTab.remove(key);
