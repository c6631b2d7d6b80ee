import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import type { Own } from './text-field';
import { type Bound, useTyped } from './use-bound';

/** A consent or a wish in a form. Boxes of one name with a `value` each put the checked ones into a list. */
export function CheckField<Values extends FieldValues>(
  props: Bound<Values> & Own<CheckboxProps> & Pick<CheckboxProps, 'value'>,
) {
  return <Checkbox size="md" {...useTyped(props)} />;
}
