import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { riyals } from '@/lib/text/format';
import { amountOf } from './wanted';

interface Props {
  bounds: { minimum: number; maximum: number };
  pending: boolean;
  onDone: (amount: number) => void;
  onCancel: () => void;
}

/** The limit of a line's spending beyond its plan in a cycle. */
export function CapForm({ bounds: { minimum, maximum }, pending, onDone, onCancel }: Props) {
  const { t } = useTranslation('credit-limit');
  const [typed, setTyped] = useState('');
  const [tries, setTries] = useState(0);
  const form = useFirstMistake(tries, undefined);
  const amount = amountOf(typed, minimum, maximum);
  const bounds = { min: riyals(minimum), max: riyals(maximum) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (amount !== undefined) {
      onDone(amount);
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <TextInput
        size="md"
        label={t('caps.amount')}
        description={t('choose.bounds', bounds)}
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={tries > 0 && amount === undefined ? t('choose.error', bounds) : undefined}
        {...digitInput}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="button-row">
        <Button type="submit" loading={pending}>
          {t('caps.save')}
        </Button>
        <Button variant="default" disabled={pending} onClick={onCancel}>
          {t('caps.cancel')}
        </Button>
      </div>
    </form>
  );
}
