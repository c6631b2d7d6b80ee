import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form';
import { schemaResolver, useFieldText, useServerRefusal } from './field-errors';

interface Options<Values extends FieldValues, Name extends Path<Values>>
  extends Omit<UseFormProps<Values>, 'resolver'> {
  /** The server's refusal of the last attempt. */
  error: unknown;
  /** The path of the form's fields in the request. */
  under?: string;
  /** The hint on valid input. */
  invalid: (name: Name) => string;
}

/**
 * A form that one generated schema validates. `text` returns the text under a field; `refusal` is the part of
 * the server's refusal that no field shows.
 */
export function useSchemaForm<Values extends FieldValues, Name extends Path<Values> = Path<Values>>(
  schema: StandardSchemaV1<Values, Values>,
  { error, under, invalid, ...options }: Options<Values, Name>,
) {
  const form = useForm<Values>({ mode: 'onTouched', ...options, resolver: schemaResolver(schema) });
  const text = useFieldText(form, invalid);
  return { form, text, refusal: useServerRefusal(form, error, under) };
}
