import { Button } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ContactChannel } from '@/api/gen';
import { ErrorNotice } from '@/components/error-notice';
import { ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { EmailField, TextField } from '@/components/form/text-field';
import { useServerRefusal } from '@/lib/form/field-errors';
import { readName } from '@/lib/text/typed';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';
import { type Contact, firstContact, type Known, type TypedContact, typedContactSchema } from './contact';

interface Props {
  known: Known;
  busy: boolean;
  error: unknown;
  onSubmit: (contact: Contact, channel: ContactChannel) => void;
}

export function ContactForm({ known, busy, error, onSubmit }: Props) {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const form = useStepForm<TypedContact>('user-information', typedContactSchema(known), {
    ...firstContact(order, known),
    channel: 'mobile',
  });
  const [mobile, email] = useWatch({ control: form.control, name: ['mobile', 'email'] });
  const refusal = useServerRefusal(form, error);
  const knownMobile = known.mobile !== undefined && mobile === known.mobile;
  const knownEmail = known.email !== undefined && email === known.email;
  const submit = ({ channel, mobileConfirmation, ...contact }: TypedContact) =>
    onSubmit(contact.mobile === known.mobile ? contact : { ...contact, mobileConfirmation }, channel);
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      <TextField
        form={form}
        name="fullName"
        label={t('contact.fullName')}
        description={t('contact.fullNameHint')}
        invalid={t('contact.fullNameError')}
        autoComplete="name"
        read={readName}
      />
      <EmailField form={form} name="email" label={t('contact.email')} invalid={t('contact.emailError')} />
      <MobileField
        form={form}
        name="mobile"
        label={t('contact.mobile')}
        description={t('contact.mobileHint')}
        invalid={t('contact.mobileError')}
        autoComplete="tel-national"
      />
      {!knownMobile && (
        <MobileField
          form={form}
          name="mobileConfirmation"
          label={t('contact.mobileConfirmation')}
          invalid={t('contact.mobileConfirmationError')}
          autoComplete="off"
        />
      )}
      {!knownMobile && !knownEmail && (
        <ChoiceField
          form={form}
          name="channel"
          legend={t('contact.codeBy')}
          cards={(['mobile', 'email'] as const).map((value) => ({
            value,
            title: t(`contact.codeTo.${value}`),
            hint: t(`contact.codeHint.${value}`),
          }))}
        />
      )}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('common:actions.continue')}
      </Button>
    </Form>
  );
}
