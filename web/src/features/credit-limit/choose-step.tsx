import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CreditLimit } from '@/api/gen-purchases';
import { ChipsField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { digitInput } from '@/lib/form/digit-input';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { riyals } from '@/lib/text/format';
import { amountOf } from './wanted';

interface Props {
  limit: CreditLimit;
  onDone: (amount: number) => void;
}

const manual = 'manual';

/** A preset, or the amount that is typed. */
interface Chosen {
  limit?: string;
  amount: string;
}

const amountIn = ({ limit, amount }: Chosen, { lowest, highest }: CreditLimit): number | undefined =>
  limit === manual ? amountOf(amount, lowest, highest) : limit === undefined ? undefined : Number(limit);

const schemaOf = (of: CreditLimit) =>
  z.object({ limit: z.optional(z.string()), amount: z.string() }).check(
    fieldRule('limit', ({ limit }) => limit !== undefined),
    fieldRule('amount', (chosen) => {
      const amount = amountIn(chosen, of);
      return chosen.limit === undefined || (amount !== undefined && amount !== of.limit);
    }),
  );

/** A preset, or an amount within the limits. */
export function ChooseStep({ limit, onDone }: Props) {
  const { t } = useTranslation('credit-limit');
  const { form } = useSchemaForm<Chosen>(schemaOf(limit), {
    defaultValues: { limit: limit.presets.length > 0 ? undefined : manual, amount: '' },
    mode: 'onSubmit',
  });
  const bounds = { min: riyals(limit.lowest), max: riyals(limit.highest) };
  const chosen = form.watch();
  const isSame = amountIn(chosen, limit) === limit.limit;
  const mistake = isSame ? t('choose.same') : t('choose.error', bounds);
  const submit = (values: Chosen) => {
    const amount = amountIn(values, limit);
    if (amount !== undefined) {
      onDone(amount);
    }
  };
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      {limit.raise_refused && <Notice title={t('choose.onlyLower')}>{limit.raise_refused.message}</Notice>}
      <ChipsField
        form={form}
        name="limit"
        legend={t('choose.legend')}
        missing={t('choose.none')}
        choices={[
          ...limit.presets.map((preset) => ({ value: String(preset), label: <Money amount={preset} /> })),
          { value: manual, label: t('choose.manual') },
        ]}
      />
      {chosen.limit === manual && (
        <TextField
          form={form}
          name="amount"
          label={t('choose.amount')}
          description={t('choose.bounds', bounds)}
          autoComplete="off"
          maxLength={40}
          missing={mistake}
          invalid={mistake}
          {...digitInput}
        />
      )}
      <Button type="submit" size="lg" className="primary-action">
        {t('choose.next')}
      </Button>
    </Form>
  );
}
