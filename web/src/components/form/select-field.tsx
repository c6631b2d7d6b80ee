import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { Own } from './text-field';
import { type Typed, useTyped } from './use-bound';

export type SelectFieldProps<Values extends FieldValues> = Typed<Values> & Own<NativeSelectProps>;

/** A choice in a list, in a form. The list may arrive later than the value. */
export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const value = useWatch({ control: props.form.control, name: props.name });
  return <NativeSelect size="md" {...useTyped(props)} value={String(value ?? '')} />;
}
