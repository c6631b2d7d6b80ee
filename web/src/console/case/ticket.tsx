import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseTicket } from '@/api/gen-support';
import { Attached } from '@/components/attachments/attached';
import { AttachmentsField } from '@/components/attachments/attachments-field';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './case.module.css';
import { Part } from './part';
import { useAnswer, useCaseFiles } from './use-case';

const inWords = ['fullName', 'company', 'address', 'area'] as const;
const inDigits = ['mobile', 'contactNumber', 'landline', 'email'] as const;

function Details({ of }: { of: CaseTicket }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <FactRows>
      <Fact label={t('ticket.topic')}>{of.request.topicText}</Fact>
      {of.request.dueAt && <Fact label={t('ticket.due')}>{dayAndTime(of.request.dueAt, language)}</Fact>}
      {of.request.cstReference && (
        <Fact label={t('ticket.cst')}>
          <Ltr>{of.request.cstReference}</Ltr>
        </Fact>
      )}
      {inWords.map(
        (name) =>
          of.details[name] && (
            <Fact key={name} label={t(`ticket.${name}`)}>
              <bdi>{of.details[name]}</bdi>
            </Fact>
          ),
      )}
      {inDigits.map(
        (name) =>
          of.details[name] && (
            <Fact key={name} label={t(`ticket.${name}`)}>
              <Ltr>{of.details[name]}</Ltr>
            </Fact>
          ),
      )}
    </FactRows>
  );
}

function Talk({ id, of }: { id: string; of: CaseTicket }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { save } = useCaseFiles(id);
  return (
    <ol className="plain-list">
      {of.messages.map(({ author, text, at, attachments }) => (
        <li key={`${at} ${author}`}>
          <strong>{t(`ticket.author.${author}`)}</strong>{' '}
          <time dateTime={at} className={classes.quiet}>
            {dayAndTime(at, language)}
          </time>
          <p className={classes.said}>
            <bdi>{text}</bdi>
          </p>
          {attachments && <Attached files={attachments} save={save} />}
        </li>
      ))}
    </ol>
  );
}

const long = 4000;

/** Support's answer, and its effect on the request. */
function Answer({ id, of }: { id: string; of: CaseTicket }) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const answer = useAnswer(id);
  const { files, rules } = useCaseFiles(id);
  const isText = typed.trim().length >= 3;
  const acts = (action: CaseTicket['actions'][number]) => {
    if (action === 'take') {
      answer.mutate({ action });
      return;
    }
    setRefused(!isText);
    if (isText) {
      answer.mutate(
        { action, text: typed.trim(), ...files.named },
        {
          onSuccess: () => {
            setTyped('');
            files.clear();
          },
        },
      );
    }
  };
  if (of.actions.length === 0) {
    return null;
  }
  return (
    <div className="stack">
      <Textarea
        size="md"
        rows={4}
        maxLength={long}
        label={t('ticket.text')}
        description={t('ticket.textHint')}
        value={typed}
        error={refused && !isText && t('ticket.textError')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <AttachmentsField of={files} rules={rules} />
      <ErrorNotice error={answer.error} />
      <p className={classes.head}>
        {of.actions.map((action) => (
          <Button
            key={action}
            size="md"
            variant={action === 'answer' ? 'filled' : 'default'}
            loading={answer.isPending}
            disabled={action !== 'take' && files.unfinished}
            onClick={() => acts(action)}
          >
            {t(`ticket.action.${action}`)}
          </Button>
        ))}
      </p>
    </div>
  );
}

/** A complaint or a reseller's form: its author, its messages and support's answer. */
export function Ticket({ id, of }: { id: string; of: CaseTicket }) {
  const { t } = useTranslation('console');
  return (
    <Part title={t('ticket.title')} empty={false}>
      <div className="stack">
        <Details of={of} />
        <Talk id={id} of={of} />
        <Answer id={id} of={of} />
      </div>
    </Part>
  );
}
