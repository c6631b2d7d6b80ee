import { Button, TextInput, type TextInputProps } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from './error-notice';
import { ModalDialog } from './modal-dialog';

interface Props {
  title: ReactNode;
  field: TextInputProps;
  /** The server's refusal of the name. */
  error: unknown;
  busy: boolean;
  save: string;
  onSubmit: FormEventHandler;
  onClose: () => void;
}

/** A form that renames something of the customer. */
export function RenameForm({ title, field, error, busy, save, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form noValidate className="stack" onSubmit={onSubmit}>
        <TextInput size="md" maxLength={40} autoComplete="off" {...field} />
        <ErrorNotice error={error} />
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {save}
        </Button>
      </form>
    </ModalDialog>
  );
}
