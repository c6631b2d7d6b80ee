import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ComplaintForm as Form } from '@/api/gen-requests';
import { zComplaintForm, zComplaintType } from '@/api/gen-requests/zod.gen';
import { AttachmentsField } from '@/components/attachments/attachments-field';
import { ErrorNotice } from '@/components/error-notice';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { nationalMobile } from '@/lib/text/digits';
import { readName, readNumber } from '@/lib/text/typed';
import { useFiles } from './attachments';
import { longestText } from './texts';

export type { Form };

interface Props {
  error: unknown;
  busy: boolean;
  onSubmit: (form: Form) => void;
}

/** Who complains, and about what. What was typed stays until it is written down. */
export function ComplaintForm({ error, busy, onSubmit }: Props) {
  const { t } = useTranslation(['requests', 'common']);
  const form = useForm<Form>({
    resolver: schemaResolver(zComplaintForm),
    defaultValues: { fullName: '', mobile: '', contactNumber: '', type: 'other', description: '' },
    mode: 'onTouched',
  });
  const { files, rules } = useFiles();
  const refusal = useServerRefusal(form, error);
  const text = (name: Exclude<keyof Form, 'attachments'>) =>
    fieldText(form.formState.errors[name], form.getValues(name), {
      required: t('common:errors.required'),
      invalid: t(`complaint.${name}Error`),
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
