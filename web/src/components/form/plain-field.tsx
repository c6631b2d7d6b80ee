import type { FieldValues } from 'react-hook-form';
import { digitInput } from '@/lib/form/digit-input';
import { type RegistrationDocument, registrationDocuments } from '@/lib/form/registration-document';
import { nationalMobile } from '@/lib/text/digits';
import { readEmail } from '@/lib/text/typed';
import { TextField as Input, type TextFieldProps as InputProps } from '../text-field';
import type { Own } from './text-field';
import { type Typed, useTyped } from './use-bound';

type Props<Values extends FieldValues> = Typed<Values> & Own<InputProps>;

/** A line of text in a form that loads no Mantine: the sign-in. */
export function PlainField<Values extends FieldValues>(props: Props<Values>) {
  return <Input {...useTyped(props)} />;
}

/** A mobile number in a form that loads no Mantine. */
export function PlainMobileField<Values extends FieldValues>(props: Props<Values>) {
  return <PlainField type="tel" read={nationalMobile} {...digitInput} {...props} />;
}

/** An e-mail address in a form that loads no Mantine. */
export function PlainEmailField<Values extends FieldValues>(props: Props<Values>) {
  return <PlainField type="email" dir="ltr" autoComplete="email" read={readEmail} {...props} />;
}

/** The number of an ID or of a passport in a form that loads no Mantine. */
export function PlainIdField<Values extends FieldValues>({
  document = 'id',
  ...props
}: Props<Values> & { document?: RegistrationDocument }) {
  const { input, clean } = registrationDocuments[document];
  return <PlainField autoComplete="off" read={clean} {...input} {...props} />;
}
