import type { StandardSchemaV1 } from '@standard-schema/spec';
import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { StepId } from '@/lib/order-steps';
import { schemaResolver, showServerFields } from '@/lib/step-form';
import { useWizard } from './wizard-context';

/** What was kept of a form came out of the same form, so it has its shape. */
const asDefaults = <Values extends FieldValues>(draft: unknown) => draft as DefaultValues<Values> | undefined;

/** A step's form: starts from what was typed before, keeps what is typed, shows the server's word at its field. */
export function useStepForm<Values extends FieldValues>(
  step: StepId,
  schema: StandardSchemaV1<Values, Values>,
  known: DefaultValues<Values>,
  error: unknown,
) {
  const { drafts } = useWizard();
  const form = useForm<Values>({
    resolver: schemaResolver(schema),
    defaultValues: asDefaults<Values>(drafts.get(step)) ?? known,
    mode: 'onTouched',
  });
  const { getValues } = form;
  useEffect(
    () => () => {
      drafts.set(step, getValues());
    },
    [drafts, getValues, step],
  );
  useEffect(() => {
    if (error) {
      showServerFields(form, error);
    }
  }, [error, form]);
  return form;
}
