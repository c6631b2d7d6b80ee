import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { RechargeOptions } from '@/api/gen-purchases';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { Money } from '@/components/money';
import { digitInput } from '@/lib/form/digit-input';
import { typedRiyals } from '@/lib/form/typed-riyals';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { riyals } from '@/lib/text/format';
import { wholeHalalasOf } from '@/lib/text/riyals';
import { withVat } from '@/lib/text/vat';
import { shareOf } from '../wanted';
import { isWithin, wholeRiyals } from './amount';
import type { FormProps } from './form-props';
import classes from './forms.module.css';
import { useFriendCheck } from './use-friend-check';
import { isWhomWhole, type Whom, whomFields, whomOf } from './whom';
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

const schemaOf = (options: RechargeOptions) =>
  z.object({ amount: typedRiyals(wholeHalalasOf, options), ...whomFields }).check(isWhomWhole);

/** The amount of a recharge and its recipient. */
export function BalanceForm({ options, initial, refusal, onDone }: FormProps<'recharge'>) {
  const { t } = useTranslation('recharge');
  const { form } = useSchemaForm<Whom & { amount: string }, Whom & { amount: number }>(schemaOf(options), {
    defaultValues: { amount: initial ? wholeRiyals(initial.amount) : '', ...whomOf(initial?.friend) },
    mode: 'onSubmit',
  });
  const check = useFriendCheck(form, refusal);
  const [typed, whom] = form.watch(['amount', 'whom']);
  const amount = wholeHalalasOf(typed);
  const limits = { min: riyals(options.minimum), max: riyals(options.maximum) };
  const error = t('balance.amountError', limits);
  const choose = (preset: string) => {
    form.setValue('amount', preset);
    form.clearErrors('amount');
  };
  return (
    <Form
      form={form}
      className="stack form"
      onSubmit={({ amount, ...recipient }) =>
        check.settle(recipient, (friend) => onDone({ kind: 'recharge', amount, ...friend }))
      }
    >
      <ChoiceChips
        legend={t('balance.presets')}
        name="preset"
        value={typed}
        choices={options.presets.map((preset) => ({
          value: wholeRiyals(preset),
          label: <Money amount={preset} />,
        }))}
        onChange={choose}
      />
      <TextField
        form={form}
        name="amount"
        label={t('balance.amount')}
        description={t('balance.amountHint', limits)}
        missing={error}
        invalid={error}
        autoComplete="off"
        maxLength={40}
        {...digitInput}
      />
      <div aria-live="polite">
        {isWithin(amount, options) && <Price amount={amount} options={options} mine={whom === 'me'} />}
      </div>
      <WhomFields check={check} />
      <Button type="submit" size="lg" className="primary-action" loading={check.busy}>
        {t('continue')}
      </Button>
    </Form>
  );
}
