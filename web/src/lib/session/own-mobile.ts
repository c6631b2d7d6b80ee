import type { CurrentUser } from '@/api/gen-session';
import { isNationalMobile } from '@/lib/text/digits';

/** Returns the number under which a signed-in customer is reached; empty for a guest and a data SIM, which gets no messages. */
export const ownMobile = (user: CurrentUser | undefined): string => {
  const number = user?.mobile_number ?? '';
  return isNationalMobile(number) ? number : '';
};
