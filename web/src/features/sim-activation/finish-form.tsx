import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type ActivateSimData, activateSim, type Order } from '@/api/gen';
import { zActivateSimBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { useOrderAction } from '@/features/order/model/use-order-action';
import { figureInput, figuresUpTo } from '@/lib/form/digit-input';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { digitsOnly } from '@/lib/text/digits';
import { readCard } from '@/lib/text/typed';

type Activation = ActivateSimData['body'];

const optionalDigits = (value: string | undefined) => digitsOnly(value ?? '') || undefined;

/** The last step: the card's number, and PUK1 if it is known; then the line is active. */
export function FinishForm({ order, iccid }: { order: Order; iccid: string | undefined }) {
  const { t } = useTranslation(['activation', 'common']);
  const activate = useOrderAction(order.id, (call, body: Activation) => activateSim({ ...call, body }));
  const form = useForm<Activation>({
    resolver: schemaResolver(zActivateSimBody),
    defaultValues: { iccid: iccid ?? '' },
    mode: 'onTouched',
  });
  const refusal = useServerRefusal(form, activate.error);
  const { errors } = form.formState;
  const required = t('common:errors.required');
  return (
    <form noValidate className="stack" onSubmit={form.handleSubmit((body) => activate.mutate(body))}>
      <TextInput
        size="md"
        label={t('find.iccid')}
        error={fieldText(errors.iccid, form.getValues('iccid'), { required, invalid: t('find.iccidError') })}
        autoComplete="off"
        {...figureInput}
        {...form.register('iccid', { setValueAs: readCard })}
      />
      <TextInput
        size="md"
        label={`${t('finish.puk')} (${t('finish.optional')})`}
        description={t('finish.pukHint')}
        error={fieldText(errors.puk1, form.getValues('puk1'), { required, invalid: t('finish.pukError') })}
        autoComplete="off"
        {...figuresUpTo(8)}
        {...form.register('puk1', { setValueAs: optionalDigits })}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={activate.isPending}>
        {t('finish.submit')}
      </Button>
    </form>
  );
}
