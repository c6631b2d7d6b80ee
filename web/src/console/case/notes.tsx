import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, CaseKind } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './case.module.css';
import { NoteField, useNoteForm } from './note-field';
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
  const write = useNote(path);
  const { form, refusal } = useNoteForm(write.error);
  return (
    <Part title={t('case.notes')} empty={false}>
      {notes.length === 0 && <p className="dimmed">{t('case.noNotes')}</p>}
      <ul className={classes.list}>
        {notes.map((each) => (
          <li key={each.id}>
            <bdi>{each.name}</bdi>{' '}
            <time className="dimmed" dateTime={each.at}>
              {dayAndTime(each.at, language)}
            </time>
            <p>{each.note}</p>
          </li>
        ))}
      </ul>
      <Form
        form={form}
        className="stack"
        onSubmit={({ note }) => write.mutate(note, { onSuccess: () => form.reset() })}
      >
        <NoteField label={t('note.label')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" variant="default" className="primary-action" loading={write.isPending}>
          {t('note.add')}
        </Button>
      </Form>
    </Part>
  );
}
