import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferOptions } from '@/api/gen-transfers';
import { getTransferOptionsOptions } from '@/api/gen-transfers/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useLineCall } from '@/lib/session/use-line-call';
import { latinDigits } from '@/lib/text/digits';
import { riyals } from '@/lib/text/format';
import { halalasOf, riyalsOf } from '@/lib/text/riyals';
import type { FormProps } from './form-props';
import { NothingToGive } from './nothing-to-give';
import { RecipientField } from './recipient-field';
import { saidOf } from './said';
import { useRecipient } from './use-recipient';

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

function Fields({
  options,
  initial,
  refusal,
  busy,
  onDone,
}: FormProps<'local'> & { options: TransferOptions }) {
  const { t } = useTranslation('transfer');
  const recipient = useRecipient(initial?.to);
  const [typed, setTyped] = useState(initial ? riyalsOf(initial.amount) : '');
  const [tries, setTries] = useState(0);
  const [mistaken, setMistaken] = useState(false);
  const amount = halalasOf(typed);
  const said = saidOf(refusal);
  const form = useFirstMistake(tries, refusal);
  const limits = { min: riyals(options.minimum), max: riyals(options.maximum) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    const within = amount !== undefined && amount >= options.minimum && amount <= options.maximum;
    setMistaken(!within);
    if (recipient.isWhole() && within) {
      onDone({ kind: 'local', to: recipient.to, amount });
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <RecipientField
        recipient={recipient}
        said={recipient.to === initial?.to ? said.of('to_mobile') : undefined}
      />
      <TextInput
        size="md"
        dir="ltr"
        inputMode="decimal"
        label={t('credit.amount')}
        description={t('credit.amountHint', limits)}
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={
          mistaken
            ? t('credit.amountError', limits)
            : amount === initial?.amount
              ? said.of('amount')
              : undefined
        }
        onChange={(event) => {
          setTyped(latinDigits(event.currentTarget.value));
          setMistaken(false);
        }}
      />
      <ErrorNotice error={said.rest} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('continue')}
      </Button>
    </form>
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
