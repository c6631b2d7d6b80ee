import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseDetail } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { useMeans } from '@/components/payment/use-means';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { casePath } from '../case-path';
import classes from './case.module.css';
import { Part } from './part';
import { PaymentStatement } from './payment-statement';

const useWhen = () => {
  const language = useLanguage();
  return (iso: string) => <time dateTime={iso}>{dayAndTime(iso, language)}</time>;
};

/** Each step with its state, the reason if it is stuck, and its compensation. */
export function Steps({ of }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  return (
    <Part title={t('case.steps')} empty={false}>
      <ol className={classes.steps}>
        {of.steps.map((step) => (
          <li key={step.key} data-state={step.state}>
            <span className={classes.stepTitle}>{step.title}</span>{' '}
            <span className={classes.stepState}>{t(`case.step.${step.state}`)}</span>
            {step.cause && <p className={classes.cause}>{step.cause}</p>}
            {step.undoes && step.undoes.length > 0 && (
              <p className="dimmed">
                {t('case.undoneBy')} {step.undoes.map(({ title }) => title).join(t('case.comma'))}
              </p>
            )}
          </li>
        ))}
      </ol>
      {of.next.length > 0 && (
        <p>
          <strong>{t('case.next')}</strong> {of.next.map(({ title }) => title).join(t('case.comma'))}
        </p>
      )}
    </Part>
  );
}

/** The present attempts according to Temporal. If Temporal does not answer, the section says so. */
export function Attempts({ of: { attempts } }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  const when = useWhen();
  return (
    <Part
      title={t('case.attempts')}
      empty={attempts.items.length === 0 && (attempts.text ?? t('case.noAttempts'))}
    >
      {attempts.text && <p>{attempts.text}</p>}
      <ul className={classes.list}>
        {attempts.items.map((attempt) => (
          <li key={`${attempt.activity} ${attempt.attempt}`}>
            <strong>{attempt.title}</strong> {t('case.attempt', { count: attempt.attempt })}
            {t('case.comma')}
            {t(`case.attemptState.${attempt.state}`)}
            {attempt.cause && <p className={classes.cause}>{attempt.cause}</p>}
            {attempt.lastAt && (
              <p className="dimmed">
                {t('case.lastAt')} {when(attempt.lastAt)}
              </p>
            )}
            {attempt.nextAt && (
              <p className="dimmed">
                {t('case.nextAt')} {when(attempt.nextAt)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The events that the customer saw. */
export function Timeline({ of: { timeline } }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  const when = useWhen();
  return (
    <Part title={t('case.timeline')} empty={timeline.length === 0 && t('case.noTimeline')}>
      <ol className={classes.list}>
        {timeline.map(({ id, title, at }) => (
          <li key={id}>
            {title} <span className="dimmed">{when(at)}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

export function Payments({ of: { payments } }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  const meansOf = useMeans();
  const when = useWhen();
  return (
    <Part title={t('case.payments')} empty={payments.length === 0 && t('case.noPayments')}>
      <ul className={classes.list}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <strong>
              <Money amount={payment.amount} />
            </strong>{' '}
            {t(`case.payment.${payment.status}`)}{' '}
            {payment.brand && payment.last4 && meansOf(payment.brand, payment.last4)}{' '}
            <span className="dimmed">{when(payment.at)}</span>
            {payment.double && <p className={classes.cause}>{t('case.double')}</p>}
            {payment.declined && <p className={classes.cause}>{payment.declined}</p>}
            <PaymentStatement of={payment} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The messages to the customer, and their delivery. */
export function Messages({ of: { messages } }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  const when = useWhen();
  return (
    <Part title={t('case.messages')} empty={messages.length === 0 && t('case.noMessages')}>
      <ul className={classes.list}>
        {messages.map((message) => (
          <li key={`${message.template} ${message.queuedAt}`}>
            {message.title}: <strong>{t(`case.message.${message.state}`)}</strong>{' '}
            <span className="dimmed">{when(message.sentAt ?? message.queuedAt)}</span>
            {message.failure && <p className={classes.cause}>{message.failure}</p>}
            {message.channels.map(({ channel, state }) => (
              <p key={channel} className="dimmed">
                {t(`case.messageChannel.${channel}`, { state: t(`case.message.${state}`) })}
              </p>
            ))}
            {message.unreached.map((channel) => (
              <p key={channel} className={classes.cause}>
                {t(`case.messageUnreached.${channel}`)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** An id of our database says nothing to people: work without a number shows its name alone. */
const isBareId = (reference: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(reference);

/** Other work on the same order, line or payment. */
export function Linked({ of: { linked } }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <Part title={t('case.linked')} empty={linked.length === 0 && t('case.noLinked')}>
      <ul className={classes.list}>
        {linked.map((link) => (
          <li key={`${link.kind} ${link.id}`}>
            <Link to={casePath(language, link)}>
              {link.title}
              {!isBareId(link.reference) && (
                <>
                  {' '}
                  <Ltr>{link.reference}</Ltr>
                </>
              )}
            </Link>{' '}
            {link.stageText} <span className="dimmed">{t(`case.relation.${link.relation}`)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The actions of staff members on this case. */
export function Decisions({ of: { decisions } }: { of: CaseDetail }) {
  const { t } = useTranslation('console');
  const when = useWhen();
  return (
    <Part title={t('case.decisions')} empty={decisions.length === 0 && t('case.noDecisions')}>
      <ul className={classes.list}>
        {decisions.map(({ id, action, actorName, note, at }) => (
          <li key={id}>
            {t(`audit.action.${action}`)}
            {actorName && (
              <>
                {' · '}
                <Ltr>{actorName}</Ltr>
              </>
            )}{' '}
            <span className="dimmed">{when(at)}</span>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </Part>
  );
}
