import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { correctPort, type Order, type PortCorrection } from '@/api/gen';
import { zCorrectPortBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { Notice } from '@/components/notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useOrderAction } from '../model/use-order-action';
import { OperatorField } from './operator-field';
import type { Port } from './port-progress';
import { WindowField } from './window-field';

const fields = ['operator', 'msisdn', 'window'] as const;

/** Returns the visible values of the request; only these are sent. */
function presentValues(port: Port): PortCorrection {
  const editable = fields.filter((field) => port.rejection?.editable.includes(field));
  return Object.fromEntries(editable.map((field) => [field, port[field]]));
}

/** The other operator refused: the reason, the solution, and only the fields that can solve it. */
export function CorrectPort({ order, port }: { order: Order; port: Port }) {
  const { t } = useTranslation('port');
  const [known] = useState(() => presentValues(port));
  const correct = useOrderAction(order.id, (call, body: PortCorrection) => correctPort({ ...call, body }));
  const { form, refusal } = useSchemaForm<PortCorrection>(zCorrectPortBody, {
    defaultValues: known,
    mode: 'onSubmit',
    error: correct.error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={(body) => correct.mutate(body)}>
      <Notice tone="warning" title={t('rejected.title')}>
        {port.rejection?.message}
      </Notice>
      {Object.keys(known).length === 0 && <p style={{ margin: 0 }}>{t('rejected.nothing')}</p>}
      {known.operator !== undefined && <OperatorField />}
      {known.msisdn !== undefined && (
        <MobileField
          form={form}
          name="msisdn"
          label={t('rejected.msisdn')}
          missing={t('request.msisdnError')}
          invalid={t('request.msisdnError')}
        />
      )}
      {known.window !== undefined && <WindowField />}
      <ErrorNotice error={refusal} />
      <p style={{ margin: 0 }}>{t('rejected.triesLeft', { count: port.triesLeft })}</p>
      <Button type="submit" size="lg" className="primary-action" loading={correct.isPending}>
        {t('rejected.send')}
      </Button>
    </Form>
  );
}
