import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelActivation, moveActivation, type Purchase } from '@/api/gen-purchases';
import { getPurchaseQueryKey } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { splitRefusal } from '@/api/problem';
import { ComingDayField } from '@/components/coming-day-field';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { ErrorNotice } from '@/components/error-notice';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Facts } from './facts';
import classes from './purchase.module.css';
import { StateCard } from './state-card';

/** Puts the server's answer of the purchase on the page. */
function useShown(id: string) {
  const client = useQueryClient();
  const call = useLineCall();
  return (answer: { data: Purchase }) => {
    client.setQueryData(getPurchaseQueryKey({ ...call, path: { id } }), answer);
  };
}

const fieldOf = (path: string) =>
  path === 'effectiveDate' || path === 'options.effectiveDate' ? 'day' : undefined;

function AnotherDay({ id }: { id: string }) {
  const { t } = useTranslation('purchase');
  const [chosen, setChosen] = useState('');
  const move = useEffectCall<string, { data: Purchase }>(
    (call, effectiveDate) => moveActivation({ ...call, path: { id }, body: { effectiveDate } }),
    useShown(id),
  );
  const said = splitRefusal(move.error, fieldOf);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) {
      move.mutate(chosen);
    }
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <ComingDayField
        label={t('scheduled.day')}
        value={chosen}
        error={said.fields[0]?.[1]}
        onChange={(day) => {
          move.reset();
          setChosen(day);
        }}
      />
      <ErrorNotice error={said.rest} />
      <Button type="submit" variant="default" disabled={!chosen} loading={move.isPending}>
        {t('scheduled.move')}
      </Button>
    </form>
  );
}

function Cancel({ id }: { id: string }) {
  const { t } = useTranslation('purchase');
  const [asks, setAsks] = useState(false);
  const cancel = useEffectCall<undefined, { data: Purchase }>(
    (call) => cancelActivation({ ...call, path: { id } }),
    useShown(id),
  );
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsks(true)}>
        {t('scheduled.cancel')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('scheduled.cancelTitle')}
          error={cancel.error}
          busy={cancel.isPending}
          keep={t('scheduled.keep')}
          confirm={t('scheduled.cancel')}
          onConfirm={() => cancel.mutate(undefined)}
          onClose={() => setAsks(false)}
        >
          {t('scheduled.cancelText')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A paid purchase that waits for its day: until then the customer can change the day or cancel. */
export function Scheduled({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const { id, effectiveAt } = purchase;
  return (
    <StateCard title={t('scheduled.title', { day: effectiveAt ? day(effectiveAt, language) : '' })}>
      <p className={classes.text}>{t('scheduled.text')}</p>
      <Facts purchase={purchase} />
      <AnotherDay id={id} />
      <Cancel id={id} />
    </StateCard>
  );
}
