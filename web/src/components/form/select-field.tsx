import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { Own } from './text-field';
import { type Typed, useTyped } from './use-bound';

export type SelectFieldProps<Values extends FieldValues> = Typed<Values> & Own<NativeSelectProps>;

/** A choice in a list, in a form. The list may arrive later than the value. */
export function SelectField<Values extends FieldValues>({
  form,
  name,
  missing,
  invalid,
  read,
  onType,
  ...select
}: SelectFieldProps<Values>) {
  const value = useWatch({ control: form.control, name });
  return (
    <NativeSelect
      size="md"
      {...select}
      {...useTyped({ form, name, missing, invalid, read, onType })}
      value={String(value ?? '')}
    />
  );
}
