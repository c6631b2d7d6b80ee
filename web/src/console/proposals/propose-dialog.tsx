import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProposalKind } from '@/api/gen-support';
import { zProposalKind } from '@/api/gen-support/zod.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { ModalDialog } from '@/components/modal-dialog';
import { readCode } from '@/lib/text/typed';
import { isNote, NoteField } from '../case/note-field';
import { MomentField } from '../moment-field';
import { isMomentOrEmpty, momentOf } from '../riyadh-time';
import { type Draft, draftOf, emptyDraft, proposalValueOf } from './draft';
import classes from './proposals.module.css';
import { SettingChoice, SettingFacts } from './setting-choice';
import { useChangeable, usePreviewOf, usePropose } from './use-proposals';
import { BeforeAfter } from './value';
import { ValueFields } from './value-fields';

const kinds = zProposalKind.options;

/** A refusal of the value itself is shown at its field. */
const ofValue = new Set(['change_value_unclear', 'change_out_of_bounds']);

const times = ({ kind, effectiveAt, startsAt, endsAt }: Draft): string[] =>
  kind === 'promo-code' ? [effectiveAt, startsAt, endsAt] : [effectiveAt];

function KeyField({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const { t } = useTranslation('proposals');
  const { data, error } = useChangeable(draft.kind);
  if (!data) {
    return error ? <ErrorNotice error={error} /> : <Loading lines={1} height={48} />;
  }
  const choose = (key: string) => {
    const found = data.items.find((item) => item.key === key);
    onDraft(draftOf(draft.kind, key, found?.value ?? {}));
  };
  if (draft.kind === 'setting') {
    return <SettingChoice items={data.items} chosen={draft.key} onChoose={choose} />;
  }
  if (draft.kind === 'promo-code') {
    return (
      <>
        <TextInput
          size="md"
          dir="ltr"
          maxLength={40}
          list="codes"
          label={t('field.code')}
          description={t('field.codeHint')}
          value={draft.key}
          onChange={(event) => {
            const code = readCode(event.currentTarget.value);
            const known = data.items.some((item) => item.key === code);
            known ? choose(code) : onDraft({ ...draft, key: code });
          }}
        />
        <datalist id="codes">
          {data.items.map(({ key }) => (
            <option key={key} value={key} />
          ))}
        </datalist>
      </>
    );
  }
  return (
    <NativeSelect
      size="md"
      label={t('field.key')}
      value={draft.key}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[{ value: '', label: t('field.choose') }, ...data.items.map(({ key }) => key)]}
    />
  );
}

/** A proposal: the change, its time, its effect and its reason. A second person then approves it. */
export function ProposeDialog({ start, onClose }: { start?: Draft; onClose: () => void }) {
  const { t } = useTranslation(['proposals', 'common']);
  const [draft, setDraft] = useState<Draft>(start ?? emptyDraft('setting'));
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState(false);
  const [tried, setTried] = useState(false);
  const preview = usePreviewOf();
  const propose = usePropose();
  const subject = useChangeable(draft.kind).data?.items.find((item) => item.key === draft.key);
  const said = problemOf(preview.error);
  const atField = said && ofValue.has(said.messageKey ?? '') ? said.message : undefined;
  const body = () => ({
    kind: draft.kind,
    key: draft.key,
    value: proposalValueOf(draft),
    effectiveAt: momentOf(draft.effectiveAt),
  });
  /** The proposal must equal the preview: a changed value needs a new preview. */
  const change = (next: Draft) => {
    setDraft(next);
    preview.reset();
    propose.reset();
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    // An incomplete time must not count as no time: the change would take effect at once.
    if (!times(draft).every(isMomentOrEmpty)) {
      return;
    }
    if (!preview.data) {
      preview.mutate(body());
      return;
    }
    setRefused(true);
    if (isNote(note)) {
      propose.mutate({ ...body(), note: note.trim() }, { onSuccess: onClose });
    }
  };
  return (
    <ModalDialog title={t('propose.title')} onClose={onClose}>
      <form noValidate className="stack" onSubmit={send}>
        <NativeSelect
          size="md"
          label={t('field.kind')}
          value={draft.kind}
          onChange={(event) => change(emptyDraft(event.currentTarget.value as ProposalKind))}
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <KeyField draft={draft} onDraft={change} />
        {draft.key !== '' && (
          <>
            {subject && <SettingFacts of={subject} />}
            <ValueFields
              draft={draft}
              onChange={(part) => change({ ...draft, ...part })}
              blanks={subject?.blanks ?? []}
              words={subject?.setting}
              error={atField}
              tried={tried}
            />
            <Checkbox
              label={t(draft.kind === 'promo-code' ? 'field.end' : 'field.usual')}
              checked={draft.usual}
              onChange={(event) => change({ ...draft, usual: event.currentTarget.checked })}
            />
            <MomentField
              key={`${draft.kind} ${draft.key}`}
              label={t('field.effectiveAt')}
              description={t('field.effectiveHint')}
              value={draft.effectiveAt}
              tried={tried}
              onChange={(effectiveAt) => change({ ...draft, effectiveAt })}
            />
          </>
        )}
        {preview.data && (
          <section className={classes.preview} aria-label={t('propose.preview')}>
            <BeforeAfter of={preview.data} shown={preview.data.shown} />
          </section>
        )}
        {preview.data && <NoteField label={t('note')} value={note} onChange={setNote} refused={refused} />}
        {!atField && <ErrorNotice error={propose.error ?? preview.error} />}
        <Button type="submit" disabled={draft.key === ''} loading={preview.isPending || propose.isPending}>
          {t(preview.data ? 'propose.send' : 'propose.look')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </form>
    </ModalDialog>
  );
}
