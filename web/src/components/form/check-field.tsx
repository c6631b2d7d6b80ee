import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import type { Own } from './text-field';
import { type Bound, useTyped } from './use-bound';

/** A consent or a wish in a form. */
export function CheckField<Values extends FieldValues>({
  form,
  name,
  missing,
  invalid,
  ...box
}: Bound<Values> & Own<CheckboxProps>) {
  return <Checkbox size="md" {...box} {...useTyped({ form, name, missing, invalid })} />;
}
