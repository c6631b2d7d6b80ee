import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RechargeOptions } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { Money } from '@/components/money';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { riyals } from '@/lib/text/format';
import { wholeHalalasOf } from '@/lib/text/riyals';
import { withVat } from '@/lib/text/vat';
import { shareOf } from '../wanted';
import { isWithin, wholeRiyals } from './amount';
import type { FormProps } from './form-props';
import classes from './forms.module.css';
import { useRecipientChoice } from './use-recipient-choice';
import { WhomFields } from './whom-fields';

interface PriceProps {
  amount: number;
  options: RechargeOptions;
  mine: boolean;
}

/** The price during the choice. A friend's plan does not matter here. */
function Price({ amount, options, mine }: PriceProps) {
  const { t } = useTranslation('recharge');
  const { vatPercent, bonusPercent } = options;
  return (
    <div className={classes.price}>
      <p>
        {t('balance.pay')} <Money amount={withVat(amount, vatPercent)} />{' '}
        <small>{t('balance.vat', { percent: vatPercent })}</small>
      </p>
      {mine && bonusPercent !== undefined && bonusPercent > 0 && (
        <p className={classes.bonus}>
          {t('balance.bonus', { percent: bonusPercent })} <Money amount={shareOf(amount, bonusPercent)} />
        </p>
      )}
    </div>
  );
}

const fieldOf = (path: string) => (path === 'amount' ? path : undefined);

/** The amount of a recharge and its recipient. */
export function BalanceForm({ options, initial, refusal, onDone }: FormProps<'recharge'>) {
  const { t } = useTranslation('recharge');
  const [typed, setTyped] = useState(initial ? wholeRiyals(initial.amount) : '');
  const [tries, setTries] = useState(0);
  const [mistaken, setMistaken] = useState(false);
  const whom = useRecipientChoice(initial?.friend, refusal);
  const amount = wholeHalalasOf(typed);
  const limits = { min: riyals(options.minimum), max: riyals(options.maximum) };
  const said = amount === initial?.amount ? splitRefusal(refusal, fieldOf).fields[0]?.[1] : undefined;
  const form = useFirstMistake(tries, whom.error ?? refusal);
  const choose = (riyals: string) => {
    setTyped(riyals);
    setMistaken(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    setMistaken(!isWithin(amount, options));
    if (isWithin(amount, options)) {
      whom.settle((friend) => onDone({ kind: 'recharge', amount, ...(friend && { friend }) }));
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <ChoiceChips
        legend={t('balance.presets')}
        name="amount"
        value={typed}
        choices={options.presets.map((preset) => ({
          value: wholeRiyals(preset),
          label: <Money amount={preset} />,
        }))}
        onChange={choose}
      />
      <TextInput
        size="md"
        label={t('balance.amount')}
        description={t('balance.amountHint', limits)}
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={mistaken ? t('balance.amountError', limits) : said}
        {...digitInput}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {isWithin(amount, options) && <Price amount={amount} options={options} mine={!whom.isFriend} />}
      </div>
      <WhomFields whom={whom} />
      <Button type="submit" size="lg" className="primary-action" loading={whom.busy}>
        {t('continue')}
      </Button>
    </form>
  );
}
