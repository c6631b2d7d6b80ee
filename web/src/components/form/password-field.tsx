import { type FieldValues, useWatch } from 'react-hook-form';
import { NewPasswordField as NewInput } from '../password/new-password-field';
import { PasswordField as Input } from '../password/password-field';
import type { TextFieldProps } from '../text-field';
import type { Own } from './text-field';
import { type Bound, useTyped } from './use-bound';

type Props<Values extends FieldValues> = Bound<Values> &
  Omit<Own<TextFieldProps>, 'type' | 'after' | 'dir' | 'hint'>;

/** A password in a form. */
export function PasswordField<Values extends FieldValues>(props: Props<Values>) {
  return <Input {...useTyped(props)} />;
}

/** A new password in a form, with its rules. */
export function NewPasswordField<Values extends FieldValues>(props: Omit<Props<Values>, 'autoComplete'>) {
  const password = String(useWatch({ control: props.form.control, name: props.name }) ?? '');
  return <NewInput {...useTyped(props)} password={password} />;
}
