import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { LookUpOrderData } from '@/api/gen';
import { zLookUpOrderBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { latinDigits, nationalMobile } from '@/lib/text/digits';

type Wanted = LookUpOrderData['body'];

/** As printed: the letters and digits of an order number, however it was typed or pasted. */
const printed = (text: string): string => latinDigits(text).replace(/[\s-]/g, '').toUpperCase();

interface Props {
  initial: Wanted;
  error: unknown;
  busy: boolean;
  onSubmit: (wanted: Wanted) => void;
}

/** Which order, and the mobile that was given with it. */
export function OrderNumberForm({ initial, error, busy, onSubmit }: Props) {
  const { t } = useTranslation(['find-order', 'common']);
  const form = useForm<Wanted>({
    resolver: schemaResolver(zLookUpOrderBody),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const refusal = useServerRefusal(form, error);
  const text = (name: keyof Wanted) =>
    fieldText(form.formState.errors[name], form.getValues(name), {
      required: t('common:errors.required'),
      invalid: t(`find.${name}Error`),
    });
  return (
    <form noValidate className="stack form" onSubmit={form.handleSubmit(onSubmit)}>
      <TextInput
        size="md"
        dir="ltr"
        label={t('find.orderNumber')}
        description={t('find.orderNumberHint')}
        placeholder="SC12345678"
        autoCapitalize="characters"
        autoComplete="off"
        error={text('orderNumber')}
        {...form.register('orderNumber', { setValueAs: printed })}
      />
      <TextInput
        size="md"
        type="tel"
        label={t('find.mobile')}
        autoComplete="tel-national"
        error={text('mobile')}
        {...digitInput}
        {...form.register('mobile', { setValueAs: nationalMobile })}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('find.submit')}
      </Button>
    </form>
  );
}
