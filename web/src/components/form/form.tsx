import type { ComponentProps } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';

interface Props<Values extends FieldValues, Sent> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: UseFormReturn<Values, unknown, Sent>;
  /** Receives the values that the schema accepted. */
  onSubmit: (values: Sent) => unknown;
  /** Shows the mistakes of the parts around the form, besides its own. */
  onInvalid?: () => void;
}

/**
 * The form of a page. It is sent with valid values only; else the focus moves to the first mistake. The parts
 * that several forms share find the form in the context.
 */
export function Form<Values extends FieldValues, Sent>({
  form,
  onSubmit,
  onInvalid,
  ...rest
}: Props<Values, Sent>) {
  return (
    <FormProvider {...form}>
      <form noValidate {...rest} onSubmit={form.handleSubmit((values) => onSubmit(values), onInvalid)} />
    </FormProvider>
  );
}
