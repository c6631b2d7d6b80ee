import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChoosePortWindowData, choosePortWindow, type Order } from '@/api/gen';
import { zChoosePortWindowBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useOrderAction } from '../model/use-order-action';
import type { Port } from './port-progress';
import { WindowField } from './window-field';

type Chosen = ChoosePortWindowData['body'];

interface FormProps {
  order: Order;
  port: Port;
  onDone: (moved: boolean) => void;
}

function WindowForm({ order, port, onDone }: FormProps) {
  const { t } = useTranslation('port');
  const choose = useOrderAction(order.id, (call, body: Chosen) => choosePortWindow({ ...call, body }));
  const { form, refusal } = useSchemaForm<Chosen>(zChoosePortWindowBody, {
    defaultValues: { window: port.window },
    mode: 'onSubmit',
    error: choose.error,
  });
  const send = (chosen: Chosen) => choose.mutate(chosen, { onSuccess: () => onDone(true) });
  return (
    <Form form={form} className="stack form" onSubmit={send}>
      <WindowField takesFocus />
      <ErrorNotice error={refusal} />
      <Button type="submit" className="primary-action" loading={choose.isPending}>
        {t('another.send')}
      </Button>
      <Button variant="default" onClick={() => onDone(false)}>
        {t('another.keep')}
      </Button>
    </Form>
  );
}

/** Until the switch has begun, the customer can move it to another day. */
export function ChooseWindow({ order, port }: { order: Order; port: Port }) {
  const { t } = useTranslation('port');
  const [shown, setShown] = useState<'button' | 'form' | 'moved' | 'kept'>('button');
  return (
    <>
      <div role="status">{shown === 'moved' && t('another.done')}</div>
      {shown === 'form' ? (
        <WindowForm order={order} port={port} onDone={(moved) => setShown(moved ? 'moved' : 'kept')} />
      ) : (
        <Button
          variant="default"
          // After the form closes, the focus returns to the button that opened it.
          autoFocus={shown !== 'button'}
          style={{ justifySelf: 'start' }}
          onClick={() => setShown('form')}
        >
          {t('another.open')}
        </Button>
      )}
    </>
  );
}
