import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { AttachmentsField } from '../attachments/attachments-field';
import { type Bound, useChosen } from './use-bound';

type Props<Values extends FieldValues> = Pick<Bound<Values>, 'form' | 'name'> &
  Pick<ComponentProps<typeof AttachmentsField>, 'of' | 'rules'>;

/** The files of a form. Each file is sent when it is added; the form sends their ids. */
export function FileField<Values extends FieldValues>(props: Props<Values>) {
  return props.rules && <Files {...props} />;
}

function Files<Values extends FieldValues>({ form, name, of, rules }: Props<Values>) {
  const { ref, error } = useChosen({ form, name });
  return <AttachmentsField ref={ref} of={of} rules={rules} error={error} />;
}
