import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentStatement, StatedOutcome } from '@/api/gen-support';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { Money } from '@/components/money';
import { isNote, NoteField } from './note-field';
import { useStatement } from './use-statement';

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
  const [chosen, setChosen] = useState<StatedOutcome>();
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState(false);
  const statement = useStatement(paymentId, onClose);
  const outcome = stated?.outcome ?? chosen;
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (outcome && isNote(note)) {
      statement.mutate({ outcome, note: note.trim() });
    }
  };
  return (
    <ModalDialog title={t(stated ? 'statement.confirmTitle' : 'statement.title')} onClose={onClose}>
      <form noValidate className="stack" onSubmit={confirm}>
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
          <RadioCards
            legend={t('statement.what')}
            name="outcome"
            value={chosen}
            error={refused && !chosen ? t('statement.choose') : undefined}
            cards={(['paid', 'never-paid'] as const).map((value) => ({
              value,
              title: t(`statement.outcome.${value}`),
              hint: t(`statement.will.${value}`),
            }))}
            onChange={setChosen}
          />
        )}
        <p>{t(stated ? 'statement.countsNow' : 'statement.waitsThen')}</p>
        <NoteField label={t('statement.note')} value={note} onChange={setNote} refused={refused} />
        <ErrorNotice error={statement.error} />
        <Button type="submit" color={stated ? 'red' : undefined} loading={statement.isPending}>
          {t(stated ? 'statement.confirm' : 'statement.send')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </form>
    </ModalDialog>
  );
}
