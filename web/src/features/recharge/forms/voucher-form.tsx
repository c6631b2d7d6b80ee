import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { CodeField } from '@/components/form/code-field';
import { Form } from '@/components/form/form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { bareCode } from '@/lib/text/typed';
import type { FormProps } from './form-props';
import { useFriendCheck } from './use-friend-check';
import { isWhomWhole, type Whom, whomFields, whomOf } from './whom';
import { WhomFields } from './whom-fields';

const schemaOf = (length: number) =>
  z
    .object({ voucher: z.string().check(z.length(length), z.regex(/^[0-9A-Z]+$/)), ...whomFields })
    .check(isWhomWhole);

/** The voucher and its recipient. */
export function VoucherForm({ options, initial, refusal, onDone }: FormProps<'voucher'>) {
  const { t } = useTranslation('recharge');
  const count = options.voucherLength;
  const { form } = useSchemaForm<Whom & { voucher: string }>(schemaOf(count), {
    defaultValues: { voucher: initial?.voucher ?? '', ...whomOf(initial?.friend) },
    mode: 'onSubmit',
  });
  const check = useFriendCheck(form, refusal);
  const error = t('voucher.lengthError', { count });
  return (
    <Form
      form={form}
      className="stack form"
      onSubmit={({ voucher, ...recipient }) =>
        check.settle(recipient, (friend) => onDone({ kind: 'voucher', voucher, ...friend }))
      }
    >
      <CodeField
        form={form}
        name="voucher"
        label={t('voucher.label')}
        description={t('voucher.hint', { count })}
        missing={error}
        invalid={error}
        read={bareCode}
      />
      <WhomFields check={check} />
      <Button type="submit" size="lg" className="primary-action" loading={check.busy}>
        {t('continue')}
      </Button>
    </Form>
  );
}
