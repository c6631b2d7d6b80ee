import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ActivateSimData, activateSim, type Order } from '@/api/gen';
import { zActivateSimBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { NumberField } from '@/components/form/number-field';
import { useOrderAction } from '@/features/order/model/use-order-action';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { digitsOnly } from '@/lib/text/digits';
import { readCard } from '@/lib/text/typed';

type Activation = ActivateSimData['body'];

const optionalDigits = (typed: string) => digitsOnly(typed) || undefined;

/** The last step: the card's number, and PUK1 if it is known; then the line is active. */
export function FinishForm({ order, iccid }: { order: Order; iccid: string | undefined }) {
  const { t } = useTranslation('sim-activation');
  const activate = useOrderAction(order.id, (call, body: Activation) => activateSim({ ...call, body }));
  const { form, refusal } = useSchemaForm<Activation>(zActivateSimBody, {
    defaultValues: { iccid: iccid ?? '' },
    error: activate.error,
  });
  return (
    <Form form={form} className="stack" onSubmit={(body) => activate.mutate(body)}>
      <NumberField
        form={form}
        name="iccid"
        label={t('find.iccid')}
        invalid={t('find.iccidError')}
        read={readCard}
      />
      <NumberField
        form={form}
        name="puk1"
        most={8}
        label={`${t('finish.puk')} (${t('finish.optional')})`}
        description={t('finish.pukHint')}
        invalid={t('finish.pukError')}
        read={optionalDigits}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={activate.isPending}>
        {t('finish.submit')}
      </Button>
    </Form>
  );
}
