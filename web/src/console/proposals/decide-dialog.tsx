import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { isNote, NoteField } from '../case/note-field';
import { type Decision, useDecide } from './use-proposals';
import { BeforeAfter } from './value';

interface Props {
  change: Proposal;
  decision: Decision;
  onClose: () => void;
}

/** Reverses a change: an undo goes from the new value to the old value. */
const turned = ({ before, value, setting }: Proposal) => ({
  before: value,
  value: before,
  setting: setting && { ...setting, before: setting.after, after: setting.before },
});

/** The new value, its start, the reason and the confirmation. */
export function DecideDialog({ change, decision, onClose }: Props) {
  const { t } = useTranslation(['proposals', 'common']);
  const language = useLanguage();
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState(false);
  const decide = useDecide(change.id, decision);
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
    if (isNote(note)) {
      decide.mutate(note.trim(), { onSuccess: onClose });
    }
  };
  const title = t(`decide.${decision}.of`, { key: change.setting?.name ?? change.key });
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form noValidate className="stack" onSubmit={confirm}>
        <p>{t(`decide.${decision}.means`, { at: dayAndTime(change.effectiveAt, language) })}</p>
        {decision === 'undo' ? <BeforeAfter of={turned(change)} /> : <BeforeAfter of={change} />}
        <NoteField label={t('note')} value={note} onChange={setNote} refused={refused} />
        <ErrorNotice error={decide.error} />
        <Button type="submit" loading={decide.isPending}>
          {t(`decide.${decision}.title`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </form>
    </ModalDialog>
  );
}
