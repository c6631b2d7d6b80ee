import type { FieldValues } from 'react-hook-form';
import { digitInput, figureInput, figuresUpTo } from '@/lib/form/digit-input';
import { type RegistrationDocument, registrationDocuments } from '@/lib/form/registration-document';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';
import { TextField, type TextFieldProps } from './text-field';

type NumberFieldProps<Values extends FieldValues> = TextFieldProps<Values> & {
  /** The maximum number of digits. */
  most?: number;
};

/** Digits in a form: typed letters are dropped. */
export function NumberField<Values extends FieldValues>({ most, ...props }: NumberFieldProps<Values>) {
  const input = most === undefined ? figureInput : figuresUpTo(most);
  return <TextField autoComplete="off" read={digitsOnly} {...input} {...props} />;
}

/** A mobile number in a form, in any usual spelling. */
export function MobileField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  return <TextField type="tel" maxLength={40} read={nationalMobile} {...digitInput} {...props} />;
}

type IdFieldProps<Values extends FieldValues> = TextFieldProps<Values> & { document?: RegistrationDocument };

/** The number of an ID or of a passport in a form. */
export function IdField<Values extends FieldValues>({ document = 'id', ...props }: IdFieldProps<Values>) {
  const { input, clean } = registrationDocuments[document];
  return <TextField autoComplete="off" read={clean} {...input} {...props} />;
}
