import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useController,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '@/lib/form/field-errors';

/** A form with any result. */
export type AnyForm<Values extends FieldValues> = UseFormReturn<Values, unknown, unknown>;

/** A field of a form, and the texts under it. */
export interface Bound<Values extends FieldValues> {
  form: AnyForm<Values>;
  name: Path<Values>;
  /** The text for an empty field, unless it is "fill in". */
  missing?: string | undefined;
  /** The hint on valid input. */
  invalid?: string | undefined;
}

/** A field with typed text. */
export interface Typed<Values extends FieldValues> extends Bound<Values> {
  /** Reads the typed text; the form has the result as its value. */
  read?: (typed: string) => unknown;
  onType?: (typed: string) => void;
}

/** Returns the text under a field. */
function useErrorText<Values extends FieldValues>({ form, name, missing, invalid }: Bound<Values>) {
  const { t } = useTranslation();
  const { control } = form;
  const { errors } = useFormState({ control, name, exact: true });
  const value = useWatch({ control, name });
  const required = missing ?? t('errors.required');
  return fieldText(get<unknown, FieldError | undefined>(errors, name), value, {
    required,
    invalid: invalid ?? required,
  });
}

/** A message of the server is about the sent value: it goes when the value changes. */
function dropServerText<Values extends FieldValues>({ form, name }: Bound<Values>) {
  if (form.getFieldState(name).error?.type === 'server') {
    form.clearErrors(name);
  }
}

/**
 * Binds an input that keeps its own text, and returns its attributes. Text that was typed before the page came
 * alive stays.
 */
export function useTyped<Values extends FieldValues, Input extends object>(props: Typed<Values> & Input) {
  const { form, name, missing, invalid, read, onType, ...input } = props;
  const error = useErrorText({ form, name, missing, invalid });
  const field = form.register(name, {
    ...(read && { setValueAs: read }),
    onChange: (event: { target: { value: string } }) => {
      dropServerText({ form, name });
      onType?.(event.target.value);
    },
  });
  return { ...input, ...field, error };
}

/** A field with a chosen value. */
export interface Chosen<Values extends FieldValues, Value = string> extends Bound<Values> {
  /** The customer has chosen; the form already has the value. */
  onChoose?: ((value: Value) => void) | undefined;
}

/** The field knows the type of its value, which the compiler cannot derive from a name. */
const asValue = <Value>(value: unknown) => value as Value;

/** Binds an input that shows the value of the form. */
export function useChosen<Values extends FieldValues, Value = string>(of: Chosen<Values, Value>) {
  const { form, name, onChoose } = of;
  const error = useErrorText(of);
  const { field } = useController({ control: form.control, name });
  const onChange = (value: Value) => {
    dropServerText(of);
    field.onChange(value);
    onChoose?.(value);
  };
  return { ...field, value: asValue<Value>(field.value), error, onChange };
}
