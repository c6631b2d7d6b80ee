import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ContactChannel } from '@/api/gen';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import { useFieldText, useServerRefusal } from '@/lib/form/field-errors';
import { nationalMobile } from '@/lib/text/digits';
import { readEmail, readName } from '@/lib/text/typed';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';
import { type Contact, contactSchema, firstContact, type Known } from './contact';

interface Props {
  known: Known;
  busy: boolean;
  error: unknown;
  onSubmit: (contact: Contact, channel: ContactChannel) => void;
}

export function ContactForm({ known, busy, error, onSubmit }: Props) {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const [channel, setChannel] = useState<ContactChannel>('mobile');
  const schema = contactSchema(known);
  const form = useStepForm<Contact>('user-information', schema, firstContact(order, known));
  const [mobile, email] = useWatch({ control: form.control, name: ['mobile', 'email'] });
  const refusal = useServerRefusal(form, error);
  const text = useFieldText(form, (name: keyof Contact) => t(`contact.${name}Error`));
  const knownMobile = known.mobile !== undefined && mobile === known.mobile;
  const knownEmail = known.email !== undefined && email === known.email;
  const submit = ({ mobileConfirmation, ...contact }: Contact) =>
    onSubmit(contact.mobile === known.mobile ? contact : { ...contact, mobileConfirmation }, channel);
  return (
    <form noValidate className="stack form" onSubmit={form.handleSubmit(submit)}>
      <TextInput
        size="md"
        label={t('contact.fullName')}
        description={t('contact.fullNameHint')}
        error={text('fullName')}
        autoComplete="name"
        {...form.register('fullName', { setValueAs: readName })}
      />
      <TextInput
        size="md"
        type="email"
        dir="ltr"
        label={t('contact.email')}
        error={text('email')}
        autoComplete="email"
        {...form.register('email', { setValueAs: readEmail })}
      />
      <TextInput
        size="md"
        type="tel"
        label={t('contact.mobile')}
        description={t('contact.mobileHint')}
        error={text('mobile')}
        autoComplete="tel-national"
        {...digitInput}
        {...form.register('mobile', { setValueAs: nationalMobile })}
      />
      {!knownMobile && (
        <TextInput
          size="md"
          type="tel"
          label={t('contact.mobileConfirmation')}
          error={text('mobileConfirmation')}
          autoComplete="off"
          {...digitInput}
          {...form.register('mobileConfirmation', { setValueAs: (typed = '') => nationalMobile(typed) })}
        />
      )}
      {!knownMobile && !knownEmail && (
        <RadioCards
          legend={t('contact.codeBy')}
          name="channel"
          value={channel}
          cards={(['mobile', 'email'] as const).map((value) => ({
            value,
            title: t(`contact.codeTo.${value}`),
            hint: t(`contact.codeHint.${value}`),
          }))}
          onChange={setChannel}
        />
      )}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('common:actions.continue')}
      </Button>
    </form>
  );
}
