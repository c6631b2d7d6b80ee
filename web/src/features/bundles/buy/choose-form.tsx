import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zEffectiveDate, zTypedNumber } from '@/api/gen-purchases/zod.gen';
import { ChipsField } from '@/components/form/choice-field';
import { ComingDayField } from '@/components/form/coming-day-field';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { useServerRefusal } from '@/lib/form/field-errors';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';

/** The recipient if it is a gift, the day if it starts later, and whether it renews. */
export interface Wanted {
  gift?: string;
  day?: string;
  renew?: boolean;
}

interface Props {
  /** It can renew from the balance of the chosen line. */
  renews: boolean;
  initial: Wanted;
  refusal: unknown;
  onDone: (wanted: Wanted) => void;
}

const schema = z
  .object({
    whom: z.enum(['me', 'gift']),
    gift: z.string(),
    when: z.enum(['now', 'later']),
    day: z.string(),
    renewal: z.enum(['renewed', 'once']),
  })
  .check(
    fieldRule('gift', ({ whom, gift }) => whom === 'me' || zTypedNumber.safeParse(gift).success),
    fieldRule('day', ({ when, day }) => when === 'now' || zEffectiveDate.safeParse(day).success),
  );
type Chosen = z.infer<typeof schema>;

const fieldOf = (path: string) => (path === 'options.effectiveDate' ? 'day' : path);

const chosenOf = ({ gift, day, renew }: Wanted, renews: boolean): Chosen => ({
  whom: gift === undefined ? 'me' : 'gift',
  gift: gift ?? '',
  when: day === undefined ? 'now' : 'later',
  day: day ?? '',
  renewal: (renew ?? renews) ? 'renewed' : 'once',
});

/**
 * The catalogue's default at the end of the bundle is to renew, and the buyer can change it. A gift has no such
 * choice.
 */
const mayRenew = (renews: boolean, { whom }: Pick<Chosen, 'whom'>): boolean => renews && whom === 'me';

const wantedOf = (chosen: Chosen, renews: boolean): Wanted => ({
  ...(chosen.whom === 'gift' && { gift: chosen.gift }),
  ...(chosen.when === 'later' && { day: chosen.day }),
  ...(mayRenew(renews, chosen) && { renew: chosen.renewal === 'renewed' }),
});

/** For the chosen line or as a gift for another number of the operator, at once or on a chosen day. */
export function ChooseForm({ renews, initial, refusal, onDone }: Props) {
  const { t } = useTranslation('bundles');
  const { form } = useSchemaForm<Chosen>(schema, {
    defaultValues: chosenOf(initial, renews),
    mode: 'onSubmit',
  });
  useServerRefusal(form, refusal, fieldOf);
  const [whom, when] = form.watch(['whom', 'when']);
  return (
    <Form form={form} className="card stack form" onSubmit={(chosen) => onDone(wantedOf(chosen, renews))}>
      <h2>{t('buy.title')}</h2>
      <ChipsField
        form={form}
        name="whom"
        legend={t('buy.whom')}
        choices={[
          { value: 'me', label: t('buy.me') },
          { value: 'gift', label: t('buy.gift') },
        ]}
      />
      {whom === 'gift' && (
        <MobileField
          form={form}
          name="gift"
          label={t('buy.number')}
          description={t('buy.numberHint')}
          missing={t('buy.numberError')}
          invalid={t('buy.numberError')}
          autoComplete="off"
        />
      )}
      <ChipsField
        form={form}
        name="when"
        legend={t('buy.when')}
        choices={[
          { value: 'now', label: t('buy.now') },
          { value: 'later', label: t('buy.later') },
        ]}
      />
      {when === 'later' && (
        <ComingDayField
          form={form}
          name="day"
          label={t('buy.day')}
          description={t('buy.dayHint')}
          missing={t('buy.dayError')}
        />
      )}
      {mayRenew(renews, { whom }) && (
        <ChipsField
          form={form}
          name="renewal"
          legend={t('buy.renewal')}
          choices={[
            { value: 'renewed', label: t('buy.renewed') },
            { value: 'once', label: t('buy.once') },
          ]}
        />
      )}
      <Button type="submit" size="lg" className="primary-action">
        {t('buy.continue')}
      </Button>
    </Form>
  );
}
