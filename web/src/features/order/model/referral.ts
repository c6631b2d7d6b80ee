import { zReferralCode } from '@/api/gen/zod.gen';

const key = 'selfcare.referral';

/** Browsers may refuse storage; an invitation is then not kept. */
function inSession<Answer>(act: (storage: Storage) => Answer): Answer | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Keeps the invitation that an address brings, `?ref=CODE`, for this session. */
export function keepReferral(search: string): void {
  const { data } = zReferralCode.safeParse(new URLSearchParams(search).get('ref')?.toUpperCase());
  if (data) {
    inSession((storage) => storage.setItem(key, data));
  }
}

/** The invitation under which an order of this session starts. */
export const keptReferral = () => inSession((storage) => storage.getItem(key)) ?? undefined;

/** Nobody gave it out. */
export const dropReferral = () => inSession((storage) => storage.removeItem(key));
