import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { useEffect, useEffectEvent } from 'react';
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { splitRefusal } from '@/api/problem';

/** Validates a form with one generated schema. The schema has no texts; `fieldText` finds them. */
export const schemaResolver = <Values extends FieldValues>(schema: StandardSchemaV1<Values, Values>) =>
  standardSchemaResolver(schema);

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

/** Returns the text under a field. `invalid` is the hint on valid input. */
export function useFieldText<Values extends FieldValues, Name extends Path<Values> = Path<Values>>(
  form: UseFormReturn<Values>,
  invalid: (name: Name) => string,
) {
  const { t } = useTranslation();
  return (name: Name) =>
    fieldText(get(form.formState.errors, name), form.getValues(name), {
      required: t('errors.required'),
      invalid: invalid(name),
    });
}

/** Checks that a field path of the server is a field of the form. */
function isFieldOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
): name is Path<Values> {
  return (name.split('.')[0] ?? '') in form.getValues();
}

/**
 * Shows the server's messages at their fields and returns the rest of the refusal for the notice. `under` is
 * the path of the form's fields in the request.
 */
export function useServerRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  under = '',
): unknown {
  const split = () =>
    splitRefusal(error, (path) => {
      const name = path.startsWith(under) ? path.slice(under.length) : path;
      return isFieldOf(form, name) ? name : undefined;
    });
  const show = useEffectEvent(() => {
    for (const [position, [name, message]] of split().fields.entries()) {
      form.setError(name, { type: 'server', message }, { shouldFocus: position === 0 });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    show();
  }, [error]);
  return split().rest;
}
