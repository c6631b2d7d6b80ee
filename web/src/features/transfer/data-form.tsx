import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataWallet, Denomination } from '@/api/gen-transfers';
import {
  listDataWalletsOptions,
  listTransferableDenominationsOptions,
} from '@/api/gen-transfers/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useLineCall } from '@/lib/session/use-line-call';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import type { FormProps } from './form-props';
import { NothingToGive } from './nothing-to-give';
import { RecipientField } from './recipient-field';
import { saidOf } from './said';
import classes from './transfer.module.css';
import { useRecipient } from './use-recipient';
import { givenBy } from './wanted';

interface Offer {
  wallets: DataWallet[];
  denominations: Denomination[];
}

function Hint({ wallet }: { wallet: DataWallet }) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const quantity = useQuantity();
  return (
    <>
      {t('data.left')} {quantity(wallet.left, 'MB')}
      {wallet.validUntil && ` · ${t('data.until', { day: day(wallet.validUntil, language) })}`}
    </>
  );
}

function Fields({ wallets, denominations, initial, refusal, busy, onDone }: FormProps<'data'> & Offer) {
  const { t } = useTranslation('transfer');
  const quantity = useQuantity();
  const recipient = useRecipient(initial?.to);
  const [walletId, setWallet] = useState(
    initial?.wallet.id ?? (wallets.length === 1 ? wallets[0]?.id : undefined),
  );
  const [size, setSize] = useState(initial?.denomination.id);
  const [tries, setTries] = useState(0);
  const wallet = wallets.find(({ id }) => id === walletId);
  const sizes = givenBy(denominations, wallet);
  const denomination = sizes.find(({ id }) => id === size);
  const said = saidOf(refusal);
  const form = useFirstMistake(tries, refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (recipient.isWhole() && wallet && denomination) {
      onDone({ kind: 'data', to: recipient.to, wallet, denomination });
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <RadioCards
        legend={t('data.wallet')}
        name="wallet"
        value={walletId}
        cards={wallets.map((one) => ({
          value: one.id,
          title: <bdi>{one.name}</bdi>,
          hint: <Hint wallet={one} />,
        }))}
        error={tries > 0 && !wallet ? t('data.walletError') : said.of('wallet_id')}
        onChange={setWallet}
      />
      {wallet && (
        <div>
          <ChoiceChips
            legend={t('data.size')}
            name="size"
            value={size ?? ''}
            choices={sizes.map(({ id, megabytes }) => ({ value: id, label: quantity(megabytes, 'MB') }))}
            onChange={setSize}
          />
          <p role="alert" className={classes.mistake}>
            {tries > 0 && !denomination ? t('data.sizeError') : said.of('denomination_id')}
          </p>
        </div>
      )}
      <RecipientField
        recipient={recipient}
        said={recipient.to === initial?.to ? said.of('to_mobile') : undefined}
      />
      <ErrorNotice error={said.rest} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('continue')}
      </Button>
    </form>
  );
}

/** The data wallet, the amount and the recipient. */
export function DataForm(props: FormProps<'data'>) {
  const call = useLineCall();
  const wallets = useQuery(listDataWalletsOptions(call));
  const sizes = useQuery(listTransferableDenominationsOptions(call));
  const error = wallets.error ?? sizes.error;
  const retry = () => Promise.all([wallets.refetch(), sizes.refetch()]);
  const found = wallets.data?.data;
  return (
    <div className="stack">
      {(wallets.isPending || sizes.isPending) && <Loading lines={3} />}
      <ErrorNotice error={error} onRetry={retry} />
      {found?.length === 0 && <NothingToGive why="wallets" />}
      {found && found.length > 0 && sizes.data && (
        <Fields {...props} wallets={found} denominations={sizes.data.data} />
      )}
    </div>
  );
}
