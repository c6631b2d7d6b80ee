import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choosePortWindow, type Order } from '@/api/gen';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useOrderAction } from '../model/use-order-action';
import type { Port } from './port-progress';
import { WindowField } from './window-field';

const fieldOf = (path: string) => (path === 'window' ? path : undefined);

interface FormProps {
  order: Order;
  port: Port;
  onDone: (moved: boolean) => void;
}

function WindowForm({ order, port, onDone }: FormProps) {
  const { t } = useTranslation('port');
  const [window, setWindow] = useState(port.window);
  const choose = useOrderAction(order.id, (call, body: { window: string }) =>
    choosePortWindow({ ...call, body }),
  );
  const form = useFirstMistake(0, choose.error);
  const refusal = splitRefusal(choose.error, fieldOf);
  const send = (event: FormEvent) => {
    event.preventDefault();
    choose.mutate({ window }, { onSuccess: () => onDone(true) });
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={send}>
      <WindowField value={window} error={refusal.fields[0]?.[1]} takesFocus onChange={setWindow} />
      <ErrorNotice error={refusal.rest} />
      <Button type="submit" className="primary-action" loading={choose.isPending}>
        {t('another.send')}
      </Button>
      <Button variant="default" onClick={() => onDone(false)}>
        {t('another.keep')}
      </Button>
    </form>
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
