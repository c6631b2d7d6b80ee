import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { TransferOptions } from '@/api/gen-transfers';
import { getTransferOptionsOptions } from '@/api/gen-transfers/@tanstack/react-query.gen';
import { zTransferBalanceBody } from '@/api/gen-transfers/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { digitInput } from '@/lib/form/digit-input';
import { typedRiyals } from '@/lib/form/typed-riyals';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineCall } from '@/lib/session/use-line-call';
import { riyals } from '@/lib/text/format';
import { halalasOf, riyalsOf } from '@/lib/text/riyals';
import type { FormProps } from './form-props';
import { NothingToGive } from './nothing-to-give';
import { RecipientField } from './recipient-field';

/** Returns the part of the balance that one transfer may move, independent of earlier transfers. */
const shareOf = ({ balance, maxPercent }: TransferOptions): number =>
  Math.floor((balance * maxPercent) / 100);

/** Returns the smallest balance whose share reaches the minimum of a transfer. */
const leastBalanceOf = ({ minimum, maxPercent }: TransferOptions): number =>
  Math.ceil((minimum * 100) / maxPercent);

/** Explains a maximum of zero. */
function NoCredit({ options }: { options: TransferOptions }) {
  return shareOf(options) < options.minimum ? (
    <NothingToGive why="balance" least={leastBalanceOf(options)} />
  ) : (
    <NothingToGive why="limit" />
  );
}

function Limits({ options }: { options: TransferOptions }) {
  const { t } = useTranslation('transfer');
  return (
    <FactRows>
      <Fact label={t('credit.balance')}>
        <Money amount={options.balance} />
      </Fact>
      <Fact label={t('credit.maximum')}>
        <Money amount={options.maximum} />
        {options.maximum === shareOf(options) && (
          <small>{t('credit.share', { percent: options.maxPercent })}</small>
        )}
      </Fact>
      <Fact label={t('credit.dayLeft')}>
        <Money amount={options.dayLeft} />
      </Fact>
      <Fact label={t('credit.monthLeft')}>
        <Money amount={options.monthLeft} />
      </Fact>
    </FactRows>
  );
}

interface Typed {
  to_mobile: string;
  amount: string;
}

const schemaOf = (options: TransferOptions) =>
  z.extend(z.pick(zTransferBalanceBody, { to_mobile: true }), { amount: typedRiyals(halalasOf, options) });

function Fields({
  options,
  initial,
  refusal,
  busy,
  onDone,
}: FormProps<'local'> & { options: TransferOptions }) {
  const { t } = useTranslation('transfer');
  const { form, refusal: rest } = useSchemaForm<Typed, { to_mobile: string; amount: number }>(
    schemaOf(options),
    {
      defaultValues: { to_mobile: initial?.to ?? '', amount: initial ? riyalsOf(initial.amount) : '' },
      mode: 'onSubmit',
      error: refusal,
      under: 'transfer.',
    },
  );
  const limits = { min: riyals(options.minimum), max: riyals(options.maximum) };
  const error = t('credit.amountError', limits);
  return (
    <Form
      form={form}
      className="stack form"
      onSubmit={({ to_mobile: to, amount }) => onDone({ kind: 'local', to, amount })}
    >
      <RecipientField />
      <TextField
        form={form}
        name="amount"
        {...digitInput}
        inputMode="decimal"
        label={t('credit.amount')}
        description={t('credit.amountHint', limits)}
        autoComplete="off"
        maxLength={40}
        missing={error}
        invalid={error}
      />
      <ErrorNotice error={rest} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('continue')}
      </Button>
    </Form>
  );
}

/** The amount of credit and its recipient, next to the limit. */
export function CreditForm(props: FormProps<'local'>) {
  const { t } = useTranslation('transfer');
  const { data, error, isPending, refetch } = useQuery(getTransferOptionsOptions(useLineCall()));
  const options = data?.data;
  return (
    <div className="stack">
      {isPending && <Loading lines={2} height={120} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {options && (
        <section className="card" aria-label={t('credit.limits')}>
          <Limits options={options} />
        </section>
      )}
      {options?.guardedUntil && <NothingToGive why="guarded" until={options.guardedUntil} />}
      {options && !options.guardedUntil && options.maximum === 0 && <NoCredit options={options} />}
      {options && !options.guardedUntil && options.maximum > 0 && <Fields {...props} options={options} />}
    </div>
  );
}
