import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { SavedCard } from '@/api/gen-lines';
import { type RechargeOptions, startAutoRecharge } from '@/api/gen-purchases';
import { zStartAutoRechargeBody } from '@/api/gen-purchases/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { typedRiyals } from '@/lib/form/typed-riyals';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { wholeHalalasOf } from '@/lib/text/riyals';
import { withVat } from '@/lib/text/vat';
import { AmountField } from './amount-field';
import { anyPays, CardChoice } from './card-choice';
import { DayField } from './day-field';
import { useUpdateAutoRecharge } from './use-auto-recharge';
import { useCadence } from './use-cadence';
import type { Frequency } from './wanted';

interface Chosen {
  day: number;
  amount: number;
  cardId: string;
}

/** The choices as the form has them. */
interface Typed {
  day: number;
  amount: string;
  cardId?: string;
}

const schemaOf = (options: RechargeOptions): z.ZodMiniType<Chosen, Typed> =>
  z.object({
    day: z.int(),
    amount: typedRiyals(wholeHalalasOf, options),
    cardId: zStartAutoRechargeBody.shape.cardId,
  });

/** Sends the choices; the page then shows the auto-recharge of the server. */
function useStart(vatPercent: number) {
  const say = useUpdateAutoRecharge();
  return useEffectCall<Chosen & { frequency: Frequency }, Answer>(
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
  const cadence = useCadence();
  const start = useStart(options.vatPercent);
  const { form, refusal } = useSchemaForm<Typed, Chosen>(schemaOf(options), {
    defaultValues: {
      day: frequency === 'weekly' ? 0 : 1,
      amount: '',
      cardId: cards.find((card) => card.default && !card.expired)?.id,
    },
    mode: 'onSubmit',
    error: start.error,
    under: (path) => (path === 'weekday' ? 'day' : path),
  });
  const day = form.watch('day');
  return (
    <Form form={form} className="stack form" onSubmit={(chosen) => start.mutate({ frequency, ...chosen })}>
      <DayField frequency={frequency} />
      <AmountField options={options} />
      <CardChoice cards={cards} />
      <ErrorNotice error={refusal} />
      {anyPays(cards) && (
        <Send when={cadence({ frequency, weekday: day, day })} hour={hour} busy={start.isPending} />
      )}
    </Form>
  );
}
