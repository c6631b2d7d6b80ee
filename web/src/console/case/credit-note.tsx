import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creditBill } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { riyals } from '@/lib/text/format';
import { halalasOf, riyalsOf } from '@/lib/text/riyals';
import { useLanguage } from '@/lib/text/use-language';
import { isNote, NoteField } from './note-field';

interface Props {
  number: string;
  /** The unpaid part of the bill: a credit note cannot be larger. */
  left: number;
  onClose: () => void;
}

const shownOfBill = ['getSupportBill', 'getCase'];

/** Writes the credit note, or asks a second person if the amount is large. Both read the bill again. */
function useCreditNote(number: string, onDone: () => void) {
  const language = useLanguage();
  const cache = useQueryClient();
  return useKeyedCall<{ amount: number; reason: string }, unknown>(
    (key, body) =>
      creditBill({
        headers: { 'accept-language': language, 'Idempotency-Key': key },
        path: { number },
        body,
        throwOnError: true,
      }),
    {
      onSuccess: async () => {
        await cache.invalidateQueries({
          predicate: ({ queryKey }) => shownOfBill.some((name) => JSON.stringify(queryKey).includes(name)),
        });
        onDone();
      },
    },
  );
}

/** The amount of a credit note, its reason and its confirmation. */
export function CreditNoteDialog({ number, left, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const [typed, setTyped] = useState(riyalsOf(left));
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState(false);
  const credit = useCreditNote(number, onClose);
  const amount = halalasOf(typed);
  const fits = amount !== undefined && amount > 0 && amount <= left;
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (fits && isNote(reason)) {
      credit.mutate({ amount, reason: reason.trim() });
    }
  };
  return (
    <ModalDialog title={t('credit.title', { number: `\u2066${number}\u2069` })} onClose={onClose}>
      <form noValidate className="stack" onSubmit={confirm}>
        <TextInput
          size="md"
          dir="ltr"
          inputMode="decimal"
          label={t('credit.amount')}
          description={t('credit.most', { amount: riyals(left) })}
          error={refused && !fits && t('credit.amountError', { amount: riyals(left) })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p>{t('credit.text')}</p>
        <NoteField label={t('credit.reason')} value={reason} onChange={setReason} refused={refused} />
        <ErrorNotice error={credit.error} />
        <Button type="submit" color="red" loading={credit.isPending}>
          {t('credit.confirm')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </form>
    </ModalDialog>
  );
}
