import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { PaymentStatement } from '@/api/gen-support';
import { zStatedOutcome } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { ModalDialog } from '@/components/modal-dialog';
import { Money } from '@/components/money';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { NoteField, noteFields } from './note-field';
import { useStatement } from './use-statement';

const schema = z.object({ outcome: zStatedOutcome, ...noteFields });

interface Props {
  paymentId: string;
  amount: number;
  /** The statement of another agent, which this agent confirms. */
  stated?: PaymentStatement | undefined;
  onClose: () => void;
}

/** The outcome of a payment according to the provider. An agent states it; a second agent confirms it. */
export function StatementDialog({ paymentId, amount, stated, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const statement = useStatement(paymentId, onClose);
  const { form, refusal } = useSchemaForm<z.infer<typeof schema>>(schema, {
    defaultValues: { outcome: stated?.outcome, note: '' },
    mode: 'onSubmit',
    error: statement.error,
  });
  return (
    <ModalDialog title={t(stated ? 'statement.confirmTitle' : 'statement.title')} onClose={onClose}>
      <Form form={form} className="stack" onSubmit={(typed) => statement.mutate(typed)}>
        <p>
          <strong>
            <Money amount={amount} />
          </strong>
        </p>
        {stated ? (
          <>
            <p>
              {t('statement.by', { name: stated.statedByName ?? '' })}{' '}
              <strong>{t(`statement.outcome.${stated.outcome}`)}</strong>. {stated.note}
            </p>
            <p>{t(`statement.will.${stated.outcome}`)}</p>
          </>
        ) : (
          <ChoiceField
            form={form}
            name="outcome"
            legend={t('statement.what')}
            missing={t('statement.choose')}
            cards={(['paid', 'never-paid'] as const).map((value) => ({
              value,
              title: t(`statement.outcome.${value}`),
              hint: t(`statement.will.${value}`),
            }))}
          />
        )}
        <p>{t(stated ? 'statement.countsNow' : 'statement.waitsThen')}</p>
        <NoteField label={t('statement.note')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" color={stated ? 'red' : undefined} loading={statement.isPending}>
          {t(stated ? 'statement.confirm' : 'statement.send')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Form>
    </ModalDialog>
  );
}
