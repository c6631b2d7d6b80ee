import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type CreditBillData, creditBill } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { ModalDialog } from '@/components/modal-dialog';
import { typedRiyals } from '@/lib/form/typed-riyals';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { riyals } from '@/lib/text/format';
import { halalasOf, riyalsOf } from '@/lib/text/riyals';
import { useLanguage } from '@/lib/text/use-language';
import { NoteField, noteFields } from './note-field';

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
  return useKeyedCall<CreditBillData['body'], unknown>(
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

interface Typed<Amount> {
  amount: Amount;
  note: string;
}

/** The amount of a credit note, its reason and its confirmation. */
export function CreditNoteDialog({ number, left, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const credit = useCreditNote(number, onClose);
  const amount = typedRiyals(halalasOf, { minimum: 1, maximum: left });
  const { form, refusal } = useSchemaForm<Typed<string>, Typed<number>>(z.object({ amount, ...noteFields }), {
    defaultValues: { amount: riyalsOf(left), note: '' },
    mode: 'onSubmit',
    error: credit.error,
    under: (path) => (path === 'reason' ? 'note' : path),
  });
  const error = t('credit.amountError', { amount: riyals(left) });
  return (
    <ModalDialog title={t('credit.title', { number: `\u2066${number}\u2069` })} onClose={onClose}>
      <Form
        form={form}
        className="stack"
        onSubmit={({ amount, note }) => credit.mutate({ amount, reason: note })}
      >
        <TextField
          form={form}
          name="amount"
          dir="ltr"
          inputMode="decimal"
          label={t('credit.amount')}
          description={t('credit.most', { amount: riyals(left) })}
          missing={error}
          invalid={error}
        />
        <p>{t('credit.text')}</p>
        <NoteField label={t('credit.reason')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" color="red" loading={credit.isPending}>
          {t('credit.confirm')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Form>
    </ModalDialog>
  );
}
