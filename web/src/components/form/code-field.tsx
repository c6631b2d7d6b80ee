import type { FieldValues } from 'react-hook-form';
import { readCode } from '@/lib/text/typed';
import { TextField, type TextFieldProps } from './text-field';

/** A code of capital letters and digits in a form. */
export function CodeField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  return (
    <TextField
      dir="ltr"
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      read={readCode}
      {...props}
    />
  );
}
