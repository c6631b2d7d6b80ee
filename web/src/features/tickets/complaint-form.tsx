import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComplaintForm as Filed } from '@/api/gen-tickets';
import { zComplaintForm, zComplaintType } from '@/api/gen-tickets/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { FileField } from '@/components/form/file-field';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useSession } from '@/lib/session';
import { fullNameOf } from '@/lib/session/name-of-user';
import { ownMobile } from '@/lib/session/own-mobile';
import { readName, readNumber } from '@/lib/text/typed';
import { useLanguage } from '@/lib/text/use-language';
import { useFiles } from './attachments';
import { longestText } from './texts';

export type { Filed };

interface Props {
  error: unknown;
  busy: boolean;
  onSubmit: (form: Filed) => void;
}

/** The customer, known if signed in, and the matter. The typed text stays until the complaint is stored. */
export function ComplaintForm({ error, busy, onSubmit }: Props) {
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const { files, rules } = useFiles();
  const { form, refusal } = useSchemaForm<Filed>(zComplaintForm, {
    values: {
      fullName: fullNameOf(user, useLanguage()),
      mobile: user?.mobile_number ?? '',
      contactNumber: ownMobile(user),
      type: 'other',
      description: '',
    },
    resetOptions: { keepDirtyValues: true },
    error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={(typed) => onSubmit({ ...typed, ...files.named })}>
      <TextField
        form={form}
        name="fullName"
        label={t('complaint.fullName')}
        invalid={t('complaint.fullNameError')}
        autoComplete="name"
        read={readName}
      />
      <TextField
        form={form}
        name="mobile"
        dir="ltr"
        inputMode="tel"
        label={t('complaint.mobile')}
        description={t('complaint.mobileHint')}
        invalid={t('complaint.mobileError')}
        autoComplete="off"
        read={readNumber}
      />
      <MobileField
        form={form}
        name="contactNumber"
        inputMode="tel"
        label={t('complaint.contactNumber')}
        description={t('complaint.contactNumberHint')}
        invalid={t('complaint.contactNumberError')}
        autoComplete="tel"
      />
      <SelectField
        form={form}
        name="type"
        label={t('complaint.type')}
        data={zComplaintType.options.map((value) => ({ value, label: t(`types.${value}`) }))}
        invalid={t('complaint.typeError')}
      />
      <TextareaField
        form={form}
        name="description"
        rows={6}
        maxLength={longestText}
        label={t('complaint.description')}
        description={t('complaint.descriptionHint')}
        invalid={t('complaint.descriptionError')}
      />
      <FileField form={form} name="attachments" of={files} rules={rules} />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy} disabled={files.unfinished}>
        {t('complaint.submit')}
      </Button>
    </Form>
  );
}
