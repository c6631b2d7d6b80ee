import * as z from 'zod/mini';
import type { ContactChannel, Order, PersonalInformation } from '@/api/gen';
import { zProvidePersonalInformationBody } from '@/api/gen/zod.gen';
import type { Session } from '@/lib/session';
import { isNationalMobile } from '@/lib/text/digits';

/** What is known to be the customer's, and needs no code and no second typing. */
export interface Known {
  mobile?: string | undefined;
  email?: string | undefined;
}

/** Lines of data SIMs receive no messages. */
const asMobile = (number = '') => (isNationalMobile(number) ? number : undefined);

/** What the order has seen a proof of, else what is confirmed in the account. */
export function knownOf({ contact }: Order, { status, user, subscribers }: Session): Known {
  const verified = new Set<ContactChannel>(contact?.verified);
  const account: Known =
    status === 'signed-in'
      ? {
          mobile: asMobile(subscribers[0]?.mobile_number),
          email: user?.email_confirmed ? user.email : undefined,
        }
      : {};
  return {
    mobile: verified.has('mobile') ? contact?.mobile : account.mobile,
    email: verified.has('email') ? contact?.email : account.email,
  };
}

/** As the form has it: how it is shown to be the customer's is asked for afterwards. */
export type Contact = Omit<PersonalInformation, 'proof'>;

/** A mobile is typed twice where it is typed at all. */
export const contactSchema = (known: Known) =>
  z.omit(zProvidePersonalInformationBody, { proof: true }).check(
    z.refine(({ mobile, mobileConfirmation }) => mobile === known.mobile || mobile === mobileConfirmation, {
      path: ['mobileConfirmation'],
    }),
  );

/** What the form starts with. */
export const firstContact = (order: Order, known: Known): Contact => ({
  fullName: order.contact?.fullName ?? order.person?.fullName ?? '',
  email: order.contact?.email ?? known.email ?? '',
  mobile: order.contact?.mobile ?? known.mobile ?? '',
  mobileConfirmation: order.contact?.mobile,
});

/** Whether a contact can be taken as it is. */
export const isKnown = (contact: Contact, known: Known): boolean =>
  contact.mobile === known.mobile && contact.email.toLowerCase() === known.email?.toLowerCase();
