import { type FieldValues, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zCaseNoteText } from '@/api/gen-support/zod.gen';
import { TextareaField } from '@/components/form/textarea-field';
import { useSchemaForm } from '@/lib/form/use-schema-form';

/** The limits of the contract (CaseNoteText). */
const shortest = 3;
const longest = 500;

export interface Noted extends FieldValues {
  note: string;
}

export const noteFields = { note: zCaseNoteText };

/** A form that asks for the reason of an action. */
export const useNoteForm = (error: unknown) =>
  useSchemaForm<Noted>(z.object(noteFields), { defaultValues: { note: '' }, mode: 'onSubmit', error });

/** The reason of an action, for later readers of the case. Its form has a field `note`. */
export function NoteField({ label }: { label: string }) {
  const { t } = useTranslation('console');
  const error = t('note.error', { shortest, longest });
  return (
    <TextareaField
      form={useFormContext<Noted>()}
      name="note"
      rows={3}
      maxLength={longest}
      label={label}
      description={t('note.hint')}
      missing={error}
      invalid={error}
      read={(typed) => typed.trim()}
    />
  );
}
