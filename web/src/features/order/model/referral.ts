import { zReferralCode } from '@/api/gen/zod.gen';
import { inTab } from '@/lib/browser-parts';
import { readCode } from '@/lib/text/typed';

const key = 'selfcare.referral';

/** Keeps the invitation that an address brings, `?ref=CODE`, for this session. */
export function keepReferral(search: string): void {
  const { data } = zReferralCode.safeParse(readCode(new URLSearchParams(search).get('ref') ?? ''));
  if (data) {
    inTab.write(key, data);
  }
}

/** The invitation under which an order of this session starts. */
export const keptReferral = () => inTab.read(key);

/** An unknown invitation. */
export const dropReferral = () => inTab.remove(key);
