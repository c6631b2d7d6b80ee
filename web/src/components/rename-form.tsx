import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { tidyText } from '@/lib/form/tidy-text';
import { ErrorNotice } from './error-notice';
import { Form } from './form/form';
import { TextField, type TextFieldProps } from './form/text-field';
import { ModalDialog } from './modal-dialog';

interface Props<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  title: ReactNode;
  field: Omit<TextFieldProps<Values>, 'form'>;
  /** The server's refusal of the name. */
  error: unknown;
  busy: boolean;
  save: string;
  onSubmit: (values: Values) => void;
  onClose: () => void;
}

/** A form that renames something of the customer. */
export function RenameForm<Values extends FieldValues>(props: Props<Values>) {
  const { form, title, field, error, busy, save, onSubmit, onClose } = props;
  const { t } = useTranslation();
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form form={form} className="stack" onSubmit={onSubmit}>
        <TextField maxLength={40} autoComplete="off" read={tidyText} {...field} form={form} />
        <ErrorNotice error={error} />
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {save}
        </Button>
      </Form>
    </ModalDialog>
  );
}
