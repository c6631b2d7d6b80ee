import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComplaintForm as Form } from '@/api/gen-tickets';
import { zComplaintForm, zComplaintType } from '@/api/gen-tickets/zod.gen';
import { AttachmentsField } from '@/components/attachments/attachments-field';
import { ErrorNotice } from '@/components/error-notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useSession } from '@/lib/session';
import { fullNameOf } from '@/lib/session/name-of-user';
import { isNationalMobile, nationalMobile } from '@/lib/text/digits';
import { readName, readNumber } from '@/lib/text/typed';
import { useLanguage } from '@/lib/text/use-language';
import { useFiles } from './attachments';
import { longestText } from './texts';

export type { Form };

interface Props {
  error: unknown;
  busy: boolean;
  onSubmit: (form: Form) => void;
}

/** The customer, known if signed in, and the matter. The typed text stays until the complaint is stored. */
export function ComplaintForm({ error, busy, onSubmit }: Props) {
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const { files, rules } = useFiles();
  const { form, text, refusal } = useSchemaForm<Form, Exclude<keyof Form, 'attachments'>>(zComplaintForm, {
    values: {
      fullName: fullNameOf(user, useLanguage()),
      mobile: user?.mobile_number ?? '',
      contactNumber: isNationalMobile(user?.mobile_number ?? '') ? (user?.mobile_number ?? '') : '',
      type: 'other',
      description: '',
    },
    resetOptions: { keepDirtyValues: true },
    error,
    invalid: (name) => t(`complaint.${name}Error`),
  });
  return (
    <form
      noValidate
      className="stack form"
      onSubmit={form.handleSubmit((typed) => onSubmit({ ...typed, ...files.named }))}
    >
      <TextInput
        size="md"
        label={t('complaint.fullName')}
        autoComplete="name"
        error={text('fullName')}
        {...form.register('fullName', { setValueAs: readName })}
      />
      <TextInput
        size="md"
        dir="ltr"
        inputMode="tel"
        label={t('complaint.mobile')}
        description={t('complaint.mobileHint')}
        autoComplete="off"
        error={text('mobile')}
        {...form.register('mobile', { setValueAs: readNumber })}
      />
      <TextInput
        size="md"
        dir="ltr"
        inputMode="tel"
        label={t('complaint.contactNumber')}
        description={t('complaint.contactNumberHint')}
        autoComplete="tel"
        error={text('contactNumber')}
        {...form.register('contactNumber', { setValueAs: nationalMobile })}
      />
      <NativeSelect
        size="md"
        label={t('complaint.type')}
        data={zComplaintType.options.map((value) => ({ value, label: t(`types.${value}`) }))}
        error={text('type')}
        {...form.register('type')}
      />
      <Textarea
        size="md"
        rows={6}
        maxLength={longestText}
        label={t('complaint.description')}
        description={t('complaint.descriptionHint')}
        error={text('description')}
        {...form.register('description')}
      />
      <AttachmentsField of={files} rules={rules} />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy} disabled={files.unfinished}>
        {t('complaint.submit')}
      </Button>
    </form>
  );
}
