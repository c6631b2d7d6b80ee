import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CaseTicket } from '@/api/gen-support';
import { zAttachmentIds, zTicketText } from '@/api/gen-support/zod.gen';
import { Attached } from '@/components/attachments/attached';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { FileField } from '@/components/form/file-field';
import { Form } from '@/components/form/form';
import { TextareaField } from '@/components/form/textarea-field';
import { Ltr } from '@/components/ltr';
import { useSchemaForm } from '@/lib/form/use-schema-form';
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
          <time dateTime={at} className="dimmed">
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

/** The limit of the contract (TicketText). */
const longest = 4000;

const schema = z.object({ text: zTicketText, attachments: z.optional(zAttachmentIds) });
type Answered = z.infer<typeof schema>;

/** Support's answer, and its effect on the request. */
function Answer({ id, of }: { id: string; of: CaseTicket }) {
  const { t } = useTranslation('console');
  const answer = useAnswer(id);
  const { files, rules } = useCaseFiles(id);
  const { form, refusal } = useSchemaForm<Answered>(schema, {
    defaultValues: { text: '' },
    mode: 'onSubmit',
    error: answer.error,
  });
  const send = (action: CaseTicket['actions'][number], { text }: Answered) => {
    const onSuccess = () => {
      form.reset();
      files.clear();
    };
    answer.mutate({ action, text, ...files.named }, { onSuccess });
  };
  const acts = (action: CaseTicket['actions'][number]) => {
    if (action === 'take') {
      answer.mutate({ action });
    } else {
      void form.handleSubmit((answered) => send(action, answered))();
    }
  };
  if (of.actions.length === 0) {
    return null;
  }
  return (
    <Form form={form} className="stack" onSubmit={(answered) => send('answer', answered)}>
      <TextareaField
        form={form}
        name="text"
        rows={4}
        maxLength={longest}
        label={t('ticket.text')}
        description={t('ticket.textHint')}
        missing={t('ticket.textError')}
        invalid={t('ticket.textError')}
        read={(typed) => typed.trim()}
      />
      <FileField form={form} name="attachments" of={files} rules={rules} />
      <ErrorNotice error={refusal} />
      <p className={`row ${classes.head}`}>
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
    </Form>
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
