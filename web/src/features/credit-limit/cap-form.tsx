import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { digitInput } from '@/lib/form/digit-input';
import { typedRiyals } from '@/lib/form/typed-riyals';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { riyals } from '@/lib/text/format';
import { wholeHalalasOf } from '@/lib/text/riyals';

interface Props {
  bounds: { minimum: number; maximum: number };
  pending: boolean;
  onDone: (amount: number) => void;
  onCancel: () => void;
}

/** The limit of a line's spending beyond its plan in a cycle. */
export function CapForm({ bounds: limits, pending, onDone, onCancel }: Props) {
  const { t } = useTranslation('credit-limit');
  const schema = z.object({ amount: typedRiyals(wholeHalalasOf, limits) });
  const { form } = useSchemaForm<{ amount: string }, { amount: number }>(schema, {
    defaultValues: { amount: '' },
    mode: 'onSubmit',
  });
  const bounds = { min: riyals(limits.minimum), max: riyals(limits.maximum) };
  const error = t('choose.error', bounds);
  return (
    <Form form={form} className="stack form" onSubmit={({ amount }) => onDone(amount)}>
      <TextField
        form={form}
        name="amount"
        label={t('caps.amount')}
        description={t('choose.bounds', bounds)}
        autoComplete="off"
        maxLength={40}
        missing={error}
        invalid={error}
        {...digitInput}
      />
      <div className="button-row">
        <Button type="submit" loading={pending}>
          {t('caps.save')}
        </Button>
        <Button variant="default" disabled={pending} onClick={onCancel}>
          {t('caps.cancel')}
        </Button>
      </div>
    </Form>
  );
}
