import { useTranslation } from 'react-i18next';
import type { Attachment, TicketMessage } from '@/api/gen-tickets';
import { Attached } from '@/components/attachments/attached';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './tickets.module.css';

/** The messages of both sides, the oldest first. */
export function Conversation({
  messages,
  save,
}: {
  messages: TicketMessage[];
  save: (file: Attachment) => Promise<void>;
}) {
  const { t } = useTranslation('tickets');
  const language = useLanguage();
  return (
    <section className="stack">
      <h2 className={classes.title}>{t('talk')}</h2>
      <ol className="plain-list">
        {messages.map(({ author, text, at, attachments }) => (
          <li key={`${at} ${author}`} className={classes.said} data-author={author}>
            <p className="dimmed">
              {t(`author.${author}`)} · <time dateTime={at}>{dayAndTime(at, language)}</time>
            </p>
            <bdi>{text}</bdi>
            {attachments && <Attached files={attachments} save={save} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
