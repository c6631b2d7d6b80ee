import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type PersonalInformation, providePersonalInformation } from '@/api/gen';
import { zProvidePersonalInformationBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { digitInput } from '@/lib/form/digit-input';
import { fieldText, useServerRefusal } from '@/lib/form/field-errors';
import { nationalMobile } from '@/lib/text/digits';
import { useStepForm } from '../shell/step-form';
import { useStepAction, useWizard } from '../shell/wizard-context';

export const contactSchema = zProvidePersonalInformationBody.check(
  z.refine(({ mobile, mobileConfirmation }) => mobile === mobileConfirmation, {
    path: ['mobileConfirmation'],
  }),
);

/** One space between words, none around: what the contract takes, without a lesson. */
const tidyName = (value: string) => value.trim().replace(/\s+/g, ' ');

export default function ContactStep() {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const provide = useStepAction((call, body: PersonalInformation) =>
    providePersonalInformation({ ...call, body }),
  );
  const form = useStepForm<PersonalInformation>('personal-information', contactSchema, {
    fullName: order.contact?.fullName ?? order.person?.fullName ?? '',
    email: order.contact?.email ?? '',
    mobile: order.contact?.mobile ?? '',
    mobileConfirmation: order.contact?.mobile ?? '',
  });
  const refusal = useServerRefusal(form, provide.error);
  const text = (name: keyof PersonalInformation) =>
    fieldText(form.formState.errors[name], form.getValues(name), {
      required: t('common:errors.required'),
      invalid: t(`contact.${name}Error`),
    });
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.personal-information.title')}
        lead={t('steps.personal-information.lead')}
      />
      <form noValidate className="stack form" onSubmit={form.handleSubmit(provide.submit)}>
        <TextInput
          size="md"
          label={t('contact.fullName')}
          description={t('contact.fullNameHint')}
          error={text('fullName')}
          autoComplete="name"
          {...form.register('fullName', { setValueAs: tidyName })}
        />
        <TextInput
          size="md"
          type="email"
          dir="ltr"
          label={t('contact.email')}
          error={text('email')}
          autoComplete="email"
          {...form.register('email', { setValueAs: (value: string) => value.trim() })}
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
        <TextInput
          size="md"
          type="tel"
          label={t('contact.mobileConfirmation')}
          error={text('mobileConfirmation')}
          autoComplete="off"
          {...digitInput}
          {...form.register('mobileConfirmation', { setValueAs: nationalMobile })}
        />
        <ErrorNotice error={refusal} />
        <Button type="submit" size="lg" className="primary-action" loading={provide.isPending}>
          {t('common:actions.continue')}
        </Button>
      </form>
    </>
  );
}
