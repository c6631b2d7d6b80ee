import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContactChannel, type PersonalInformation, providePersonalInformation } from '@/api/gen';
import { sendContactCode } from '@/api/gen-later';
import { problemOf } from '@/api/problem';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSession } from '@/lib/session';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import type { Asked } from '../contact/confirm-contact';
import { type Contact, contactSchema, firstContact, isKnown, knownOf } from '../contact/contact';
import { ContactForm } from '../contact/contact-form';
import { KnownContact } from '../contact/known-contact';
import { orderCall } from '../model/order-query';
import { useStepAction, useWizard } from '../shell/wizard-context';

/** Loaded only for guests who have to enter a code. */
const ConfirmContact = lazyWithTexts('credentials', () => import('../contact/confirm-contact'));

const addressOf = (contact: Contact, channel: ContactChannel) => contact[channel];

/** Sends the contact; if none of it is confirmed, a code is sent and requested. */
function useContact() {
  const { order } = useWizard();
  const language = useLanguage();
  const [asked, setAsked] = useState<Asked>();
  const provide = useStepAction((call, body: PersonalInformation) =>
    providePersonalInformation({ ...call, body }),
  );
  const give = provide.attempt;
  const send = async (contact: Contact, channel: ContactChannel) => {
    const body = { channel, [channel]: addressOf(contact, channel) };
    return (await sendContactCode({ ...orderCall(order.id, language), body, throwOnError: true })).data.data;
  };
  const sentTo = (contact: Contact, channel: ContactChannel) =>
    asked?.channel === channel && addressOf(asked.contact, channel) === addressOf(contact, channel)
      ? asked.sent
      : undefined;
  const ask = async (contact: Contact, channel: ContactChannel) => {
    try {
      await give(contact);
      return true;
    } catch (error) {
      if (problemOf(error)?.messageKey !== 'contact_not_verified') {
        throw error;
      }
    }
    setAsked({ contact, channel, sent: sentTo(contact, channel) ?? (await send(contact, channel)) });
    return false;
  };
  return { asked, ask, give, send };
}

export default function ContactStep() {
  const { t } = useTranslation('order');
  const { order } = useWizard();
  const session = useSession();
  const { asked, ask, give, send } = useContact();
  const [typing, setTyping] = useState(false);
  const [typesCode, setTypesCode] = useState(false);
  const attempt = useAttempt(async ([contact, channel]: [Contact, ContactChannel]) =>
    setTypesCode(!(await ask(contact, channel))),
  );
  if (session.status === 'starting') {
    return <Loading lines={3} height={60} />;
  }
  if (asked && typesCode) {
    const { contact, channel } = asked;
    return (
      <Suspense fallback={<Loading lines={3} height={60} />}>
        <ConfirmContact
          {...asked}
          onCode={(otp) => give({ ...contact, proof: { channel, otp } })}
          onResend={() => send(contact, channel)}
          onBack={() => setTypesCode(false)}
        />
      </Suspense>
    );
  }
  const known = knownOf(order, session);
  const first = firstContact(order, known);
  const confirms = !typing && isKnown(first, known) && contactSchema(known).safeParse(first).success;
  const state = { busy: attempt.busy, error: attempt.error };
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.user-information.title')}
        lead={t('steps.user-information.lead')}
      />
      {confirms ? (
        <KnownContact
          {...state}
          contact={first}
          onConfirm={() => attempt.attempt([first, 'mobile'])}
          onChange={() => setTyping(true)}
        />
      ) : (
        <ContactForm
          {...state}
          known={known}
          onSubmit={(contact, channel) => attempt.attempt([contact, channel])}
        />
      )}
    </>
  );
}
