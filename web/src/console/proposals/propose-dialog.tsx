import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zProposalKind } from '@/api/gen-support/zod.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { Loading } from '@/components/loading';
import { ModalDialog } from '@/components/modal-dialog';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { readCode } from '@/lib/text/typed';
import { NoteField } from '../case/note-field';
import { MomentField } from '../moment-field';
import { momentOf } from '../riyadh-time';
import {
  type Draft,
  draftOf,
  emptyDraft,
  proposalSchema,
  proposalValueOf,
  type TypedProposal,
} from './draft';
import classes from './proposals.module.css';
import { SettingChoice, SettingFacts } from './setting-choice';
import { useChangeable, usePreviewOf, usePropose } from './use-proposals';
import { BeforeAfter } from './value';
import { ValueFields } from './value-fields';

const kinds = zProposalKind.options;

/** A refusal of the value itself is shown at its field. */
const ofValue = new Set(['change_value_unclear', 'change_out_of_bounds']);

function KeyField({ onDraft }: { onDraft: (draft: Draft) => void }) {
  const { t } = useTranslation('proposals');
  const form = useFormContext<TypedProposal>();
  const kind = form.watch('kind');
  const { data, error } = useChangeable(kind);
  if (!data) {
    return error ? <ErrorNotice error={error} /> : <Loading lines={1} height={48} />;
  }
  const choose = (key: string) => {
    const found = data.items.find((item) => item.key === key);
    onDraft(draftOf(kind, key, found?.value ?? {}));
  };
  if (kind === 'setting') {
    return <SettingChoice items={data.items} onChoose={choose} />;
  }
  if (kind === 'promo-code') {
    return (
      <>
        <TextField
          form={form}
          name="key"
          dir="ltr"
          maxLength={40}
          list="codes"
          label={t('field.code')}
          description={t('field.codeHint')}
          onType={(typed) => {
            const code = readCode(typed);
            const isKnown = data.items.some((item) => item.key === code);
            isKnown ? choose(code) : form.setValue('key', code);
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
    <SelectField
      form={form}
      name="key"
      label={t('field.key')}
      data={[{ value: '', label: t('field.choose') }, ...data.items.map(({ key }) => key)]}
      onType={choose}
    />
  );
}

const bodyOf = (draft: Draft) => ({
  kind: draft.kind,
  key: draft.key,
  value: proposalValueOf(draft),
  effectiveAt: momentOf(draft.effectiveAt),
});

/** The form of a proposal. The proposal must equal the preview: a changed value needs a new preview. */
function useProposal(start: Draft | undefined) {
  const preview = usePreviewOf();
  const propose = usePropose();
  const { form } = useSchemaForm<TypedProposal>(proposalSchema(preview.data !== undefined), {
    defaultValues: { ...(start ?? emptyDraft('setting')), note: '' },
    mode: 'onSubmit',
  });
  const changed = useEffectEvent((name: string | undefined) => {
    if (name !== 'note') {
      preview.reset();
      propose.reset();
    }
  });
  const { subscribe } = form;
  useEffect(() => {
    const leave = subscribe({ formState: { values: true }, callback: ({ name }) => changed(name) });
    return leave;
  }, [subscribe]);
  return { form, preview, propose };
}

/** A proposal: the change, its time, its effect and its reason. A second person then approves it. */
export function ProposeDialog({ start, onClose }: { start?: Draft; onClose: () => void }) {
  const { t } = useTranslation(['proposals', 'common']);
  const { form, preview, propose } = useProposal(start);
  const [kind, key] = form.watch(['kind', 'key']);
  const subject = useChangeable(kind).data?.items.find((item) => item.key === key);
  const said = problemOf(preview.error);
  const atField = said && ofValue.has(said.messageKey ?? '') ? said.message : undefined;
  const begin = (draft: Draft) => form.reset({ ...draft, note: form.getValues('note') });
  const send = ({ note, ...draft }: TypedProposal) =>
    preview.data
      ? propose.mutate({ ...bodyOf(draft), note }, { onSuccess: onClose })
      : preview.mutate(bodyOf(draft));
  return (
    <ModalDialog title={t('propose.title')} onClose={onClose}>
      <Form form={form} className="stack" onSubmit={send}>
        <SelectField
          form={form}
          name="kind"
          label={t('field.kind')}
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onType={() => begin(emptyDraft(form.getValues('kind')))}
        />
        <KeyField onDraft={begin} />
        {key !== '' && (
          <>
            {subject && <SettingFacts of={subject} />}
            <ValueFields blanks={subject?.blanks ?? []} words={subject?.setting} error={atField} />
            <CheckField
              form={form}
              name="usual"
              size="sm"
              label={t(kind === 'promo-code' ? 'field.end' : 'field.usual')}
            />
            <MomentField
              key={`${kind} ${key}`}
              form={form}
              name="effectiveAt"
              label={t('field.effectiveAt')}
              description={t('field.effectiveHint')}
            />
          </>
        )}
        {preview.data && (
          <section className={classes.preview} aria-label={t('propose.preview')}>
            <BeforeAfter of={preview.data} shown={preview.data.shown} />
          </section>
        )}
        {preview.data && <NoteField label={t('note')} />}
        {!atField && <ErrorNotice error={propose.error ?? preview.error} />}
        <Button type="submit" disabled={key === ''} loading={preview.isPending || propose.isPending}>
          {t(preview.data ? 'propose.send' : 'propose.look')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Form>
    </ModalDialog>
  );
}
