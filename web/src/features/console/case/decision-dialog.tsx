import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseAmendments, CaseChoice, CaseKind } from '@/api/gen-support';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { isNote, NoteField } from './note-field';
import { Preview, usePreview } from './preview';
import { useClaim, useDecision } from './use-case';

interface Props {
  path: { kind: CaseKind; caseId: string };
  choice: CaseChoice;
  amendments?: CaseAmendments;
  onClose: () => void;
  /** Once it is decided; where there is nothing else to close, that is all. */
  onDone?: () => void;
  /** What is wrong with the amendments is said where they were made. */
  onFieldsRefused?: (error: unknown) => void;
}

/** Money that goes back or work that ends is confirmed in another colour. */
const ends = new Set<CaseChoice['action']>(['cancel', 'decline', 'return']);

/** What will happen, why it is done, and yes: the third click of a decision. */
export function DecisionDialog({
  path,
  choice,
  amendments,
  onClose,
  onDone = onClose,
  onFieldsRefused,
}: Props) {
  const { t } = useTranslation(['console', 'common']);
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState(false);
  const preview = usePreview({ path, action: choice.action, amendments });
  const decision = useDecision(path);
  const take = useClaim(path);
  const refusal = problemOf(decision.error)?.messageKey;
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (preview.data?.allowed && isNote(note)) {
      const body = { action: choice.action, note: note.trim(), seen: preview.data.seen };
      decision.mutate(amendments ? { ...body, amendments } : body, {
        onSuccess: onDone,
        onError: (error) => problemOf(error)?.fields && onFieldsRefused?.(error),
      });
    }
  };
  const lookAgain = () => {
    decision.reset();
    void preview.refetch();
  };
  // The word why it is decided says as well why it is taken from a colleague: they read it on the case.
  const takeOver = () =>
    isNote(note) && take.mutate({ takeOver: true, note: note.trim() }, { onSuccess: lookAgain });
  return (
    <ModalDialog title={choice.title} onClose={onClose}>
      <form noValidate className="stack" onSubmit={confirm}>
        <Preview of={preview} />
        <NoteField label={t('decide.note')} value={note} onChange={setNote} refused={refused} />
        <ErrorNotice error={take.error ?? decision.error} />
        {refusal === 'case_outdated' && <Button onClick={lookAgain}>{t('decide.lookAgain')}</Button>}
        {refusal === 'case_claimed' && (
          <Button loading={take.isPending} onClick={takeOver}>
            {t('decide.takeOver')}
          </Button>
        )}
        {refusal !== 'case_outdated' && refusal !== 'case_claimed' && (
          <Button
            type="submit"
            color={ends.has(choice.action) ? 'red' : undefined}
            loading={decision.isPending}
            disabled={!preview.data?.allowed}
          >
            {t('decide.confirm', { action: choice.title })}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </form>
    </ModalDialog>
  );
}
