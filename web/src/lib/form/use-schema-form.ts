import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type FieldValues, type UseFormProps, useForm } from 'react-hook-form';
import { schemaResolver, type Under, useServerRefusal } from './field-errors';

interface Options<Values extends FieldValues, Sent>
  extends Omit<UseFormProps<Values, unknown, Sent>, 'resolver'> {
  /** The server's refusal of the last attempt. */
  error?: unknown;
  /** The place of the form's fields in the request. */
  under?: Under;
}

/**
 * A form that one schema validates; it is generated, or derived from a generated one. `refusal` is the part of
 * the server's refusal that no field shows.
 */
export function useSchemaForm<Values extends FieldValues, Sent = Values>(
  schema: StandardSchemaV1<Values, Sent>,
  { error, under, ...options }: Options<Values, Sent>,
) {
  const form = useForm<Values, unknown, Sent>({
    mode: 'onTouched',
    ...options,
    resolver: schemaResolver(schema),
  });
  return { form, refusal: useServerRefusal(form, error, under) };
}
