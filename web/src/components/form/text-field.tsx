import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { readEmail } from '@/lib/text/typed';
import { type Typed, useTyped } from './use-bound';

/** The attributes of an input that the form does not set. */
export type Own<Props> = Omit<
  Props,
  'form' | 'name' | 'error' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref'
>;

export type TextFieldProps<Values extends FieldValues> = Typed<Values> & Own<TextInputProps>;

/** A line of text in a form. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  return <TextInput size="md" {...useTyped(props)} />;
}

/** An e-mail address in a form. */
export function EmailField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  return <TextField type="email" dir="ltr" autoComplete="email" read={readEmail} {...props} />;
}
