import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ZodMiniType } from 'zod/mini';
import type { CaseAmendable, CaseAmendments, CaseChoice, CaseKind } from '@/api/gen-support';
import { Form } from '@/components/form/form';
import { schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { DecisionFields } from './decision-fields';
import { useDecide } from './use-decide';

export interface AmendFormProps {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  amendable: CaseAmendable | undefined;
  onClose: () => void;
}

export const optionalText = (value: string) => value.trim() || undefined;
export const tidy = (value: string) => value.trim();

/** The pause in typing before the preview is requested. */
const rest = 400;

interface Asked<Values extends FieldValues> extends AmendFormProps {
  schema: ZodMiniType<Values, Values>;
  known: Values;
  /** The path of the fields in the request. */
  under: `amendments.${string}.`;
  toAmendments: (values: Values) => CaseAmendments;
}

/** A form that previews its effect as soon as a value has changed and all values are valid. */
export function useAmendForm<Values extends FieldValues>(of: Asked<Values>) {
  const { t } = useTranslation('console');
  const { schema, known, toAmendments } = of;
  const form = useForm<Values, unknown, Values>({
    resolver: schemaResolver(schema),
    mode: 'onTouched',
    defaultValues: known as DefaultValues<Values>,
  });
  const valid = schema.safeParse(useWatch({ control: form.control }));
  const amendments = valid.success ? toAmendments(valid.data) : undefined;
  const changed = JSON.stringify(amendments) !== JSON.stringify(toAmendments(known));
  const [rested] = useDebouncedValue(JSON.stringify(changed ? amendments : undefined), rest);
  const asked = changed && JSON.stringify(amendments) === rested ? amendments : undefined;
  const [unchanged, setUnchanged] = useState(false);
  const decide = useDecide({ path: of.path, choice: of.choice, onDone: of.onClose }, asked);
  const refusal = useServerRefusal(form, decide.decision.error ?? decide.preview.error, of.under);
  const onSubmit = () => {
    setUnchanged(!changed);
    return decide.form.handleSubmit(decide.send)();
  };
  const before = t(unchanged && !changed ? 'amend.unchanged' : 'amend.before');
  return { form, decide, refusal, onSubmit, before };
}

interface FrameProps<Values extends FieldValues> extends Pick<AmendFormProps, 'choice' | 'onClose'> {
  of: Omit<ReturnType<typeof useAmendForm<Values>>, 'form'> & { form: UseFormReturn<Values> };
  error?: unknown;
  children: ReactNode;
}

export function AmendFrame<Values extends FieldValues>({
  of,
  choice,
  error,
  onClose,
  children,
}: FrameProps<Values>) {
  return (
    <Form form={of.form} className="stack" onSubmit={of.onSubmit}>
      {children}
      <DecisionFields
        of={of.decide}
        choice={choice}
        before={of.before}
        error={of.refusal ?? error}
        onClose={onClose}
      />
    </Form>
  );
}
