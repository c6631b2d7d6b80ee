import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { DataWallet, Denomination } from '@/api/gen-transfers';
import {
  listDataWalletsOptions,
  listTransferableDenominationsOptions,
} from '@/api/gen-transfers/@tanstack/react-query.gen';
import { zTransferDataBody } from '@/api/gen-transfers/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ChipsField, ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { Loading } from '@/components/loading';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineCall } from '@/lib/session/use-line-call';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import type { FormProps } from './form-props';
import { NothingToGive } from './nothing-to-give';
import { RecipientField } from './recipient-field';
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

const zTyped = z.omit(zTransferDataBody, { otp: true });
type Typed = z.infer<typeof zTyped>;

function Fields({ wallets, denominations, initial, refusal, busy, onDone }: FormProps<'data'> & Offer) {
  const { t } = useTranslation('transfer');
  const quantity = useQuantity();
  const choiceOf = ({ wallet_id, denomination_id }: Partial<Typed>) => {
    const wallet = wallets.find(({ id }) => id === wallet_id);
    const sizes = givenBy(denominations, wallet);
    return { wallet, sizes, denomination: sizes.find(({ id }) => id === denomination_id) };
  };
  const schema = zTyped.check(
    fieldRule('denomination_id', (typed) => choiceOf(typed).denomination !== undefined),
  );
  const { form, refusal: rest } = useSchemaForm<Typed>(schema, {
    defaultValues: {
      wallet_id: initial?.wallet.id ?? (wallets.length === 1 ? wallets[0]?.id : undefined),
      denomination_id: initial?.denomination.id,
      to_mobile: initial?.to ?? '',
    },
    mode: 'onSubmit',
    error: refusal,
    under: 'transfer.',
  });
  const { wallet, sizes } = choiceOf(form.watch());
  const submit = (typed: Typed) => {
    const chosen = choiceOf(typed);
    if (chosen.wallet && chosen.denomination) {
      const { wallet, denomination } = chosen;
      onDone({ kind: 'data', to: typed.to_mobile, wallet, denomination });
    }
  };
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      <ChoiceField
        form={form}
        name="wallet_id"
        legend={t('data.wallet')}
        cards={wallets.map((one) => ({
          value: one.id,
          title: <bdi>{one.name}</bdi>,
          hint: <Hint wallet={one} />,
        }))}
        missing={t('data.walletError')}
      />
      {wallet && (
        <ChipsField
          form={form}
          name="denomination_id"
          legend={t('data.size')}
          choices={sizes.map(({ id, megabytes }) => ({ value: id, label: quantity(megabytes, 'MB') }))}
          missing={t('data.sizeError')}
        />
      )}
      <RecipientField />
      <ErrorNotice error={rest} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('continue')}
      </Button>
    </Form>
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
