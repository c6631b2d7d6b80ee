import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type CodeSent, requestOtp } from '@/api/gen-session';
import { showTicket, type TicketDetail } from '@/api/gen-tickets';
import { zSaudiMobile } from '@/api/gen-tickets/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { withDevice } from '@/lib/session/account';
import { useLanguage } from '@/lib/text/use-language';
import classes from './tickets.module.css';

const schema = z.object({ contactNumber: zSaudiMobile });
type Contact = z.infer<typeof schema>;

interface FormProps {
  error: unknown;
  busy: boolean;
  onSubmit: (contact: Contact) => void;
}

function ContactForm({ error, busy, onSubmit }: FormProps) {
  const { t } = useTranslation('tickets');
  const { form, refusal } = useSchemaForm<Contact>(schema, {
    defaultValues: { contactNumber: '' },
    error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={onSubmit}>
      <MobileField
        form={form}
        name="contactNumber"
        inputMode="tel"
        label={t('complaint.contactNumber')}
        description={t('inquiry.contactHint')}
        autoComplete="tel"
        invalid={t('inquiry.contactNumberError')}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('proof.submit')}
      </Button>
    </Form>
  );
}

interface Props {
  reference: string;
  onOpened: (detail: TicketDetail) => void;
}

/** Opens a request for a guest: the contact number of the request, and the code that is sent there. */
export function ContactProof({ reference, onOpened }: Props) {
  const { t } = useTranslation('tickets');
  const headers = { 'accept-language': useLanguage() };
  const [contact, setContact] = useState<string>();
  const [sent, setSent] = useState<CodeSent>();
  const sendCode = (mobile_number: string) =>
    withDevice(async () => {
      const body = { otp: { mobile_number, source: 'service_request' as const } };
      const versioned = { ...headers, 'X-Api-Version': 'v3' as const };
      return (await requestOtp({ headers: versioned, body, throwOnError: true })).data.data;
    });
  const ask = useAttempt(async ({ contactNumber }: Contact) => {
    setSent(await sendCode(contactNumber));
    setContact(contactNumber);
  });
  const open = async (contactNumber: string, otp: string) => {
    const body = { contactNumber, otp };
    onOpened((await showTicket({ headers, path: { reference }, body, throwOnError: true })).data.data);
  };
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading takesFocus title={t('proof.title')} lead={t('proof.lead')} />
      {sent && contact ? (
        <div className="form">
          <OneTimeCode
            sent={sent}
            to={<Msisdn value={contact} />}
            onCode={(otp) => open(contact, otp)}
            onResend={() => sendCode(contact)}
            onCancel={() => setContact(undefined)}
          />
        </div>
      ) : (
        <ContactForm error={ask.error} busy={ask.busy} onSubmit={ask.attempt} />
      )}
    </div>
  );
}
