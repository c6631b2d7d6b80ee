import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { ModalDialog } from '@/components/modal-dialog';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { NoteField, useNoteForm } from '../case/note-field';
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
  const decide = useDecide(change.id, decision);
  const { form, refusal } = useNoteForm(decide.error);
  const title = t(`decide.${decision}.of`, { key: change.setting?.name ?? change.key });
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        form={form}
        className="stack"
        onSubmit={({ note }) => decide.mutate(note, { onSuccess: onClose })}
      >
        <p>{t(`decide.${decision}.means`, { at: dayAndTime(change.effectiveAt, language) })}</p>
        {decision === 'undo' ? <BeforeAfter of={turned(change)} /> : <BeforeAfter of={change} />}
        <NoteField label={t('note')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" loading={decide.isPending}>
          {t(`decide.${decision}.title`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Form>
    </ModalDialog>
  );
}
