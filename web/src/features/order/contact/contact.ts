import * as z from 'zod/mini';
import type { ContactChannel, Order, PersonalInformation } from '@/api/gen';
import { zContactChannel, zProvidePersonalInformationBody } from '@/api/gen/zod.gen';
import { fieldRule } from '@/lib/form/field-rule';
import type { Session } from '@/lib/session';
import { isNationalMobile } from '@/lib/text/digits';

/** The contacts that are proven to be the customer's: they need no code and no second typing. */
export interface Known {
  mobile?: string | undefined;
  email?: string | undefined;
}

/** Data SIM numbers receive no messages. */
const asMobile = (number = '') => (isNationalMobile(number) ? number : undefined);

/** Returns the contacts that were proven in the order, else those confirmed in the account. */
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

/** The contact as the form has it; its proof follows afterwards. */
export type Contact = Omit<PersonalInformation, 'proof'>;

/** The contact, and the place for a code if none of it is proven. */
export type TypedContact = Contact & { channel: ContactChannel };

const zContact = z.omit(zProvidePersonalInformationBody, { proof: true });
const zTypedContact = z.extend(zContact, { channel: zContactChannel });

/** A typed mobile number is typed twice. */
const isTypedTwice = (known: Known) =>
  fieldRule<Contact>(
    'mobileConfirmation',
    ({ mobile, mobileConfirmation }) => mobile === known.mobile || mobile === mobileConfirmation,
  );

export const contactSchema = (known: Known) => zContact.check(isTypedTwice(known));
export const typedContactSchema = (known: Known) => zTypedContact.check(isTypedTwice(known));

/** The initial values of the form. */
export const firstContact = (order: Order, known: Known): Contact => ({
  fullName: order.contact?.fullName ?? order.person?.fullName ?? '',
  email: order.contact?.email ?? known.email ?? '',
  mobile: order.contact?.mobile ?? known.mobile ?? '',
  mobileConfirmation: order.contact?.mobile,
});

/** Tells whether a contact needs no further proof. */
export const isKnown = (contact: Contact, known: Known): boolean =>
  contact.mobile === known.mobile && contact.email.toLowerCase() === known.email?.toLowerCase();
