import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditLimit } from '@/api/gen-purchases';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { riyals } from '@/lib/text/format';
import { amountOf } from './wanted';

interface Props {
  limit: CreditLimit;
  onDone: (amount: number) => void;
}

const manual = 'manual';

/** A preset, or an amount within the limits. */
export function ChooseStep({ limit, onDone }: Props) {
  const { t } = useTranslation('credit-limit');
  const [chosen, setChosen] = useState(limit.presets.length > 0 ? undefined : manual);
  const [typed, setTyped] = useState('');
  const [tries, setTries] = useState(0);
  const form = useFirstMistake(tries, undefined);
  const bounds = { min: riyals(limit.lowest), max: riyals(limit.highest) };
  const within = amountOf(typed, limit.lowest, limit.highest);
  const amount = chosen === manual ? within : chosen && Number(chosen);
  const same = amount === limit.limit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (amount && !same) {
      onDone(amount);
    }
  };
  const mistake = same ? t('choose.same') : t('choose.error', bounds);
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      {limit.raise_refused && <Notice title={t('choose.onlyLower')}>{limit.raise_refused.message}</Notice>}
      <ChoiceChips
        legend={t('choose.legend')}
        name="limit"
        value={chosen}
        choices={[
          ...limit.presets.map((preset) => ({ value: String(preset), label: <Money amount={preset} /> })),
          { value: manual, label: t('choose.manual') },
        ]}
        onChange={setChosen}
      />
      {tries > 0 && chosen === undefined && <Notice tone="warning" title={t('choose.none')} />}
      {chosen === manual && (
        <TextInput
          size="md"
          label={t('choose.amount')}
          description={t('choose.bounds', bounds)}
          autoComplete="off"
          maxLength={40}
          value={typed}
          error={tries > 0 && (within === undefined || same) ? mistake : undefined}
          {...digitInput}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button type="submit" size="lg" className="primary-action">
        {t('choose.next')}
      </Button>
    </form>
  );
}
