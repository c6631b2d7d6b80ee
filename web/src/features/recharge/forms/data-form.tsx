import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataPack } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { RadioCards } from '@/components/choice/radio-cards';
import { Money } from '@/components/money';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useLineType } from '@/lib/session/use-line-type';
import { useQuantity } from '@/lib/text/use-quantity';
import { useFreeData } from '../use-free-data';
import type { FormProps } from './form-props';
import classes from './forms.module.css';
import { useRecipientChoice } from './use-recipient-choice';
import { WhomFields } from './whom-fields';

function Facts({ pack }: { pack: DataPack }) {
  const { t } = useTranslation('recharge');
  const quantity = useQuantity();
  const freeOf = useFreeData();
  const type = useLineType();
  return (
    <span className={classes.facts}>
      <span>{quantity(pack.megabytes, 'MB')}</span>
      <span>{t('data.days', { count: pack.validityDays })}</span>
      {pack.free && <span>{freeOf(pack.free)}</span>}
      {type === 'prepaid' && (
        <span>
          {t('data.fromBalance')} <Money amount={pack.price} />
        </span>
      )}
      <span>
        {t('data.byCard')} <Money amount={pack.total} />
      </span>
    </span>
  );
}

const fieldOf = (path: string) => (path === 'dataPackId' ? path : undefined);

/** The data pack and its recipient. */
export function DataForm({ options, initial, refusal, onDone }: FormProps<'data-recharge'>) {
  const { t } = useTranslation('recharge');
  const [chosen, setChosen] = useState(initial?.pack.id);
  const [tries, setTries] = useState(0);
  const whom = useRecipientChoice(initial?.friend, refusal);
  const pack = options.data.find(({ id }) => id === chosen);
  const said = chosen === initial?.pack.id ? splitRefusal(refusal, fieldOf).fields[0]?.[1] : undefined;
  const form = useFirstMistake(tries, whom.error ?? refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (pack) {
      whom.settle((friend) => onDone({ kind: 'data-recharge', pack, ...(friend && { friend }) }));
    }
  };
  if (options.data.length === 0) {
    return <p>{t('data.none')}</p>;
  }
  return (
    <form noValidate ref={form} className="stack" onSubmit={submit}>
      <RadioCards
        legend={t('data.legend')}
        name="pack"
        value={chosen}
        cards={options.data.map((one) => ({
          value: one.id,
          title: <bdi>{one.name}</bdi>,
          hint: <Facts pack={one} />,
        }))}
        error={tries > 0 && !pack ? t('data.packError') : said}
        onChange={setChosen}
      />
      <WhomFields whom={whom} />
      <Button type="submit" size="lg" className="primary-action" loading={whom.busy}>
        {t('continue')}
      </Button>
    </form>
  );
}
