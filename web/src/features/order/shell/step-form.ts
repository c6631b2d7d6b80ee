import type { StandardSchemaV1 } from '@standard-schema/spec';
import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type UseFormProps, useForm } from 'react-hook-form';
import { schemaResolver } from '@/lib/form/field-errors';
import type { StepId } from '../model/order-steps';
import { useWizard } from './wizard-context';

/** A stored form has the shape of the form that stored it. */
const asDefaults = <Values extends FieldValues>(draft: unknown) => draft as DefaultValues<Values> | undefined;

/**
 * The form of a step: it starts with the stored values and stores what the customer types. The bar counts its
 * mistakes after an attempt to send it.
 */
export function useStepForm<Values extends FieldValues, Sent = Values>(
  step: StepId,
  schema: StandardSchemaV1<Values, Sent>,
  known: DefaultValues<Values>,
  mode: UseFormProps['mode'] = 'onTouched',
) {
  const { drafts, setWrong } = useWizard();
  const form = useForm<Values, unknown, Sent>({
    resolver: schemaResolver(schema),
    defaultValues: asDefaults<Values>(drafts.get(step)) ?? known,
    mode,
  });
  const { getValues, formState } = form;
  const wrong = formState.isSubmitted ? Object.keys(formState.errors).length : 0;
  useEffect(() => {
    setWrong(wrong);
    return () => setWrong(0);
  }, [wrong, setWrong]);
  useEffect(
    () => () => {
      drafts.set(step, getValues());
    },
    [drafts, getValues, step],
  );
  return form;
}
