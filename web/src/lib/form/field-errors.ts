import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type Field,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import { splitRefusal } from '@/api/problem';

/** Validates a form with one schema. The schema has no texts; `fieldText` finds them. */
export const schemaResolver = <Values extends FieldValues, Sent>(schema: StandardSchemaV1<Values, Sent>) =>
  standardSchemaResolver<Values, unknown, Sent>(schema);

/**
 * Returns the text under a field: the server's own text, else "fill in" for an empty field, else the hint on
 * valid input.
 */
export function fieldText(
  error: FieldError | undefined,
  value: unknown,
  texts: { required: string; invalid: string },
): string | undefined {
  if (!error) {
    return undefined;
  }
  if (error.type === 'server') {
    return error.message;
  }
  return value === undefined || value === '' ? texts.required : texts.invalid;
}

/** The place of the form's fields in the request: their path, or the field of a path. */
export type Under = string | ((path: string) => string);

const inForm = (under: Under, path: string): string => {
  if (typeof under === 'function') {
    return under(path);
  }
  return path.startsWith(under) ? path.slice(under.length) : path;
};

/** Returns the field with this path, or the field that holds it, if the page shows it now. */
function fieldAt<Values extends FieldValues>(
  { control }: UseFormReturn<Values, unknown, unknown>,
  path: string,
): Path<Values> | undefined {
  const isShown = (name: string): name is Path<Values> =>
    get<unknown, Partial<Field> | undefined>(control._fields, name)?._f?.mount === true;
  return [path, path.split('.')[0] ?? ''].find(isShown);
}

/**
 * Shows the server's messages at their fields and returns the rest of the refusal for the notice. The message
 * about a field that the page does not show belongs to the rest.
 */
export function useServerRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  error: unknown,
  under: Under = '',
): unknown {
  const [shown, setShown] = useState<{ error?: unknown; rest?: unknown }>({});
  const show = useEffectEvent(() => {
    const { fields, rest } = splitRefusal(error, (path) => fieldAt(form, inForm(under, path)));
    for (const [position, [name, message]] of fields.entries()) {
      form.setError(name, { type: 'server', message }, { shouldFocus: position === 0 });
    }
    setShown({ error, rest });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    show();
  }, [error]);
  return shown.error === error ? shown.rest : undefined;
}
