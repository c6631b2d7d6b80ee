import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { TicketAction, TicketDetail } from '@/api/gen-tickets';
import { zAttachmentIds, zCstReference, zTicketText } from '@/api/gen-tickets/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { FileField } from '@/components/form/file-field';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { Notice } from '@/components/notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useFiles } from './attachments';
import { longestText } from './texts';

const tidy = (typed: string) => typed.trim();

interface Props {
  of: TicketDetail;
  error: unknown;
  busy: boolean;
  onAct: (action: TicketAction, done?: () => void) => void;
}

const wordsSchema = z.object({ text: zTicketText, attachments: z.optional(zAttachmentIds) });
type Typed = z.infer<typeof wordsSchema>;

/** A message to support: a reply, or the reason to open the request again. */
function Words({ action, busy, onAct }: Pick<Props, 'busy' | 'onAct'> & { action: 'reply' | 'reopen' }) {
  const { t } = useTranslation('tickets');
  const { files, rules } = useFiles();
  const { form } = useSchemaForm<Typed>(wordsSchema, { defaultValues: { text: '' }, mode: 'onSubmit' });
  const send = ({ text }: Typed) =>
    onAct({ action, text, ...files.named }, () => {
      form.reset();
      files.clear();
    });
  return (
    <Form form={form} className="stack form" onSubmit={send}>
      <TextareaField
        form={form}
        name="text"
        rows={4}
        maxLength={longestText}
        label={t(`${action}.label`)}
        missing={t('textError')}
        invalid={t('textError')}
        read={tidy}
      />
      <FileField form={form} name="attachments" of={files} rules={rules} />
      <Button type="submit" size="md" loading={busy} disabled={files.unfinished}>
        {t(`${action}.send`)}
      </Button>
    </Form>
  );
}

const escalationSchema = z.object({ cstReference: zCstReference });
type Escalated = z.infer<typeof escalationSchema>;

/** Escalates a complaint to the regulator, with its number there. */
function Escalation({ busy, onAct }: Pick<Props, 'busy' | 'onAct'>) {
  const { t } = useTranslation('tickets');
  const { form } = useSchemaForm<Escalated>(escalationSchema, {
    defaultValues: { cstReference: '' },
    mode: 'onSubmit',
  });
  return (
    <details className="card">
      <summary>{t('escalate.title')}</summary>
      <Form
        form={form}
        className="stack form"
        style={{ marginBlockStart: '1rem' }}
        onSubmit={(escalated) => onAct({ action: 'escalate', ...escalated })}
      >
        <p>{t('escalate.how')}</p>
        <TextField
          form={form}
          name="cstReference"
          dir="ltr"
          label={t('escalate.label')}
          missing={t('escalate.error')}
          invalid={t('escalate.error')}
          autoComplete="off"
          read={tidy}
        />
        <Button type="submit" variant="default" size="md" loading={busy}>
          {t('escalate.send')}
        </Button>
      </Form>
    </details>
  );
}

/** Closes the request after a confirmation, because it cannot be reopened for ever. */
function Closing({ busy, onAct }: Pick<Props, 'busy' | 'onAct'>) {
  const { t } = useTranslation('tickets');
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button variant="default" size="md" onClick={() => setAsked(true)}>
        {t('close.ask')}
      </Button>
    );
  }
  return (
    <Notice
      title={t('close.title')}
      action={
        <span className="button-row">
          <Button size="md" loading={busy} onClick={() => onAct({ action: 'close' })}>
            {t('close.send')}
          </Button>
          <Button variant="default" size="md" onClick={() => setAsked(false)}>
            {t('close.keep')}
          </Button>
        </span>
      }
    />
  );
}

/** The customer's present actions. */
export function TicketActions({ of: { actions }, error, ...acts }: Props) {
  return (
    <section className="stack">
      {actions.includes('reply') && <Words action="reply" {...acts} />}
      {actions.includes('reopen') && <Words action="reopen" {...acts} />}
      <ErrorNotice error={error} />
      {actions.includes('close') && <Closing {...acts} />}
      {actions.includes('escalate') && <Escalation {...acts} />}
    </section>
  );
}
