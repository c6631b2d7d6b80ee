import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketAction, TicketDetail } from '@/api/gen-tickets';
import { zCstReference } from '@/api/gen-tickets/zod.gen';
import { AttachmentsField } from '@/components/attachments/attachments-field';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { useFiles } from './attachments';
import { isText, longestText } from './texts';

interface Props {
  of: TicketDetail;
  error: unknown;
  busy: boolean;
  onAct: (action: TicketAction, done?: () => void) => void;
}

/** A message to support: a reply, or the reason to open the request again. */
function Words({ action, busy, onAct }: Pick<Props, 'busy' | 'onAct'> & { action: 'reply' | 'reopen' }) {
  const { t } = useTranslation('tickets');
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const { files, rules } = useFiles();
  const send = (event: FormEvent) => {
    event.preventDefault();
    setRefused(!isText(typed));
    if (isText(typed)) {
      onAct({ action, text: typed.trim(), ...files.named }, () => {
        setTyped('');
        files.clear();
      });
    }
  };
  return (
    <form noValidate className="stack form" onSubmit={send}>
      <Textarea
        size="md"
        rows={4}
        maxLength={longestText}
        label={t(`${action}.label`)}
        value={typed}
        error={refused && !isText(typed) && t('textError')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <AttachmentsField of={files} rules={rules} />
      <Button type="submit" size="md" loading={busy} disabled={files.unfinished}>
        {t(`${action}.send`)}
      </Button>
    </form>
  );
}

/** Escalates a complaint to the regulator, with its number there. */
function Escalation({ busy, onAct }: Pick<Props, 'busy' | 'onAct'>) {
  const { t } = useTranslation('tickets');
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const read = typed.trim();
  const valid = zCstReference.safeParse(read).success;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setRefused(!valid);
    if (valid) {
      onAct({ action: 'escalate', cstReference: read });
    }
  };
  return (
    <details className="card">
      <summary>{t('escalate.title')}</summary>
      <p>{t('escalate.how')}</p>
      <form noValidate className="stack form" onSubmit={send}>
        <TextInput
          size="md"
          dir="ltr"
          label={t('escalate.label')}
          autoComplete="off"
          value={typed}
          error={refused && !valid && t('escalate.error')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="md" loading={busy}>
          {t('escalate.send')}
        </Button>
      </form>
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
