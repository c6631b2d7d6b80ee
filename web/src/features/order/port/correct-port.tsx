import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { correctPort, type Order, type PortCorrection } from '@/api/gen';
import { zCorrectPortBody } from '@/api/gen/zod.gen';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { nationalMobile } from '@/lib/text/digits';
import { useOrderAction } from '../model/use-order-action';
import { OperatorField } from './operator-field';
import type { Port } from './port-progress';
import { WindowField } from './window-field';

const fields = ['operator', 'msisdn', 'window'] as const;
type Field = (typeof fields)[number];
const fieldOf = (path: string): Field | undefined => fields.find((field) => field === path);

/** Returns the visible values of the request; only these are sent. */
function presentValues(port: Port): PortCorrection {
  const editable = fields.filter((field) => port.rejection?.editable.includes(field));
  return Object.fromEntries(editable.map((field) => [field, port[field]]));
}

/** The other operator refused: the reason, the solution, and only the fields that can solve it. */
export function CorrectPort({ order, port }: { order: Order; port: Port }) {
  const { t } = useTranslation('port');
  const [values, setValues] = useState(() => presentValues(port));
  const [tries, setTries] = useState(0);
  const correct = useOrderAction(order.id, (call, body: PortCorrection) => correctPort({ ...call, body }));
  const form = useFirstMistake(tries, correct.error);
  const refusal = splitRefusal(correct.error, fieldOf);
  const said = (field: Field) => refusal.fields.find(([name]) => name === field)?.[1];
  const change = (field: Field) => (value: string) => setValues((known) => ({ ...known, [field]: value }));
  const valid = zCorrectPortBody.safeParse(values).success;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTries((count) => count + 1);
    if (valid) {
      correct.mutate(values);
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={send}>
      <Notice tone="warning" title={t('rejected.title')}>
        {port.rejection?.message}
      </Notice>
      {Object.keys(values).length === 0 && <p style={{ margin: 0 }}>{t('rejected.nothing')}</p>}
      {values.operator !== undefined && (
        <OperatorField value={values.operator} error={said('operator')} onChange={change('operator')} />
      )}
      {values.msisdn !== undefined && (
        <TextInput
          size="md"
          type="tel"
          label={t('rejected.msisdn')}
          error={tries > 0 && !valid ? t('request.msisdnError') : said('msisdn')}
          defaultValue={values.msisdn}
          {...digitInput}
          onChange={(event) => change('msisdn')(nationalMobile(event.currentTarget.value))}
        />
      )}
      {values.window !== undefined && (
        <WindowField value={values.window} error={said('window')} onChange={change('window')} />
      )}
      <ErrorNotice error={refusal.rest} />
      <p style={{ margin: 0 }}>{t('rejected.triesLeft', { count: port.triesLeft })}</p>
      <Button type="submit" size="lg" className="primary-action" loading={correct.isPending}>
        {t('rejected.send')}
      </Button>
    </form>
  );
}
