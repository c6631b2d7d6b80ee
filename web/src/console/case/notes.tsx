import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, CaseKind } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './case.module.css';
import { isNote, NoteField } from './note-field';
import { Part } from './part';
import { useNote } from './use-case';

interface Props {
  path: { kind: CaseKind; caseId: string };
  of: CaseDetail;
}

/** Notes for the next agent; a note cannot be removed. */
export function Notes({ path, of: { notes } }: Props) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState(false);
  const write = useNote(path);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(!isNote(note));
    if (isNote(note)) {
      write.mutate(note.trim(), { onSuccess: () => setNote('') });
    }
  };
  return (
    <Part title={t('case.notes')} empty={false}>
      {notes.length === 0 && <p className={classes.quiet}>{t('case.noNotes')}</p>}
      <ul className={classes.list}>
        {notes.map((each) => (
          <li key={each.id}>
            <bdi>{each.name}</bdi>{' '}
            <time className={classes.quiet} dateTime={each.at}>
              {dayAndTime(each.at, language)}
            </time>
            <p>{each.note}</p>
          </li>
        ))}
      </ul>
      <form noValidate className="stack" onSubmit={submit}>
        <NoteField label={t('note.label')} value={note} onChange={setNote} refused={refused} />
        <ErrorNotice error={write.error} />
        <Button type="submit" variant="default" className="primary-action" loading={write.isPending}>
          {t('note.add')}
        </Button>
      </form>
    </Part>
  );
}
