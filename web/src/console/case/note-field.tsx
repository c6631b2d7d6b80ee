import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The limits of the contract (CaseNoteText). */
const shortest = 3;
const longest = 500;

export const isNote = (text: string): boolean => {
  const { length } = text.trim();
  return length >= shortest && length <= longest;
};

interface Props {
  label: string;
  value: string;
  onChange: (note: string) => void;
  /** The form was sent without a valid note. */
  refused: boolean;
}

/** The reason of an action, for later readers of the case. */
export function NoteField({ label, value, onChange, refused }: Props) {
  const { t } = useTranslation('console');
  return (
    <Textarea
      size="md"
      rows={3}
      maxLength={longest}
      label={label}
      description={t('note.hint')}
      value={value}
      error={refused && !isNote(value) && t('note.error', { shortest, longest })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
