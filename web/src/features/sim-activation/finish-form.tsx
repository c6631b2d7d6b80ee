import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ActivateSimData, activateSim, type Order } from '@/api/gen';
import { zActivateSimBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { useOrderAction } from '@/features/order/model/use-order-action';
import { figureInput, figuresUpTo } from '@/lib/form/digit-input';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { digitsOnly } from '@/lib/text/digits';
import { readCard } from '@/lib/text/typed';

type Activation = ActivateSimData['body'];

const optionalDigits = (value: string | undefined) => digitsOnly(value ?? '') || undefined;

/** The last step: the card's number, and PUK1 if it is known; then the line is active. */
export function FinishForm({ order, iccid }: { order: Order; iccid: string | undefined }) {
  const { t } = useTranslation('sim-activation');
  const activate = useOrderAction(order.id, (call, body: Activation) => activateSim({ ...call, body }));
  const { form, text, refusal } = useSchemaForm<Activation>(zActivateSimBody, {
    defaultValues: { iccid: iccid ?? '' },
    error: activate.error,
    invalid: (name) => t(name === 'iccid' ? 'find.iccidError' : 'finish.pukError'),
  });
  return (
    <form noValidate className="stack" onSubmit={form.handleSubmit((body) => activate.mutate(body))}>
      <TextInput
        size="md"
        label={t('find.iccid')}
        error={text('iccid')}
        autoComplete="off"
        {...figureInput}
        {...form.register('iccid', { setValueAs: readCard })}
      />
      <TextInput
        size="md"
        label={`${t('finish.puk')} (${t('finish.optional')})`}
        description={t('finish.pukHint')}
        error={text('puk1')}
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
