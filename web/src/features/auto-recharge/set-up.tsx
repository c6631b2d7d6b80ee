import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { type RechargeOptions, startAutoRecharge } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { riyals } from '@/lib/text/format';
import { withVat } from '@/lib/text/vat';
import { AmountField } from './amount-field';
import { anyPays, CardChoice } from './card-choice';
import { DayField } from './day-field';
import { useUpdateAutoRecharge } from './use-auto-recharge';
import { useCadence } from './use-cadence';
import { amountOf, type Frequency } from './wanted';

const ofForm = ['amount', 'cardId'] as const;
const fieldOf = (path: string) => ofForm.find((name) => name === path);

/** Sends the choices; the page then shows the auto-recharge of the server. */
function useStart(vatPercent: number) {
  const say = useUpdateAutoRecharge();
  return useEffectCall<{ frequency: Frequency; day: number; amount: number; cardId: string }, Answer>(
    (call, { frequency, day, amount, cardId }) => {
      const on = frequency === 'weekly' ? { weekday: day } : { day };
      const total = withVat(amount, vatPercent);
      return startAutoRecharge({ ...call, body: { frequency, ...on, amount, cardId, total } });
    },
    ({ data }) => say(data),
  );
}

type Answer = Awaited<ReturnType<typeof startAutoRecharge<true>>>['data'];

/** The summary of the choices, and the button that confirms it. */
function Send({ when, hour, busy }: { when: string; hour: number; busy: boolean }) {
  const { t } = useTranslation('auto-recharge');
  return (
    <>
      <p>{t('promise', { cadence: when, time: `${String(hour).padStart(2, '0')}:00` })}</p>
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('start')}
      </Button>
    </>
  );
}

interface Props {
  frequency: Frequency;
  hour: number;
  options: RechargeOptions;
  cards: readonly SavedCard[];
}

/** The time, the amount and the card of an auto-recharge. */
export function SetUp({ frequency, hour, options, cards }: Props) {
  const { t } = useTranslation('auto-recharge');
  const cadence = useCadence();
  const [day, setDay] = useState(frequency === 'weekly' ? 0 : 1);
  const [typed, setTyped] = useState('');
  const [cardId, setCard] = useState(cards.find((card) => card.default && !card.expired)?.id);
  const [tries, setTries] = useState(0);
  const start = useStart(options.vatPercent);
  const amount = amountOf(typed, options);
  const { fields, rest } = splitRefusal(start.error, fieldOf);
  const said = new Map(fields);
  const form = useFirstMistake(tries, start.error);
  const limits = { min: riyals(options.minimum), max: riyals(options.maximum) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (amount !== undefined && cardId !== undefined) {
      start.mutate({ frequency, day, amount, cardId });
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <DayField frequency={frequency} value={day} onChange={setDay} />
      <AmountField
        options={options}
        value={typed}
        error={tries > 0 && amount === undefined ? t('amount.error', limits) : said.get('amount')}
        onChange={setTyped}
      />
      <CardChoice
        cards={cards}
        value={cardId}
        error={tries > 0 && cardId === undefined ? t('card.error') : said.get('cardId')}
        onChange={setCard}
      />
      <ErrorNotice error={rest} />
      {anyPays(cards) && (
        <Send when={cadence({ frequency, weekday: day, day })} hour={hour} busy={start.isPending} />
      )}
    </form>
  );
}
