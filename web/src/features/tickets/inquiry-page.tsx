import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getCustomerInfo, getTicketStatus, type Ticket, type TicketQuestion } from '@/api/gen-tickets';
import { zTicketQuestion } from '@/api/gen-tickets/zod.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { CodeField } from '@/components/form/code-field';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useSession } from '@/lib/session';
import { ownMobile } from '@/lib/session/own-mobile';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { nationalMobile } from '@/lib/text/digits';
import { dayAndTime } from '@/lib/text/format';
import { readReference } from '@/lib/text/typed';
import { useLanguage } from '@/lib/text/use-language';
import classes from './tickets.module.css';

/** A service request: its kind, its state, and the deadline of the answer. */
function Row({ request, opens }: { request: Ticket; opens: boolean }) {
  const { t } = useTranslation('tickets');
  const language = useLanguage();
  const path = usePath('service-request');
  const name = `${t(`kinds.${request.kind}`, { about: request.topicText })} \u2066${request.reference}\u2069`;
  return (
    <li className={`card ${classes.row}`}>
      {opens && path ? <Link to={`${path}/${request.reference}`}>{name}</Link> : <strong>{name}</strong>}
      <time dateTime={request.receivedAt}>{dayAndTime(request.receivedAt, language)}</time>
      <p>{request.stageText}</p>
      {request.dueAt && !request.overdue && (
        <p className="dimmed">{t('dueBy', { due: dayAndTime(request.dueAt, language) })}</p>
      )}
    </li>
  );
}

function Mine() {
  const { t } = useTranslation('tickets');
  const { headers } = useLineCall();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['service-requests', headers],
    queryFn: async () => (await getCustomerInfo({ headers, throwOnError: true })).data.data,
    refetchOnMount: 'always',
  });
  return (
    <section className="stack">
      <h2 className={classes.title}>{t('inquiry.mine')}</h2>
      {isPending && <Loading lines={3} height={96} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data?.requests.length === 0 && <EmptyState text={t('inquiry.none')} />}
      <ul className="plain-list">
        {data?.requests.map((request) => (
          <Row key={request.reference} request={request} opens />
        ))}
      </ul>
    </section>
  );
}

interface Props {
  guest: boolean;
  error: unknown;
  busy: boolean;
  onSubmit: (question: TicketQuestion) => void;
}

function Question({ guest, error, busy, onSubmit }: Props) {
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const { form, refusal } = useSchemaForm<TicketQuestion>(zTicketQuestion, {
    values: { reference: '', contactNumber: ownMobile(user) },
    resetOptions: { keepDirtyValues: true },
    error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={onSubmit}>
      <CodeField
        form={form}
        name="reference"
        label={t('reference')}
        description={t('inquiry.referenceHint')}
        invalid={t('inquiry.referenceError')}
        placeholder="CR0123456789"
        read={readReference}
      />
      <MobileField
        form={form}
        name="contactNumber"
        inputMode="tel"
        label={t('complaint.contactNumber')}
        description={t(guest ? 'inquiry.contactHint' : 'inquiry.contactHintMember')}
        autoComplete="tel"
        invalid={t('inquiry.contactNumberError')}
        read={(typed) => nationalMobile(typed) || undefined}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('inquiry.submit')}
      </Button>
    </Form>
  );
}

/** The state of service requests: those of the account, or any by its number and its contact. */
export function InquiryPage() {
  const { t } = useTranslation('tickets');
  const { headers } = useLineCall();
  const { status } = useSession();
  const [found, setFound] = useState<Ticket>();
  const asked = useAttempt(async (body: TicketQuestion) => {
    setFound(undefined);
    setFound((await getTicketStatus({ headers, body, throwOnError: true })).data.data);
  });
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading title={t('inquiry.title')} lead={t('inquiry.lead')} />
      {status === 'signed-in' && <Mine />}
      <section className="stack">
        <h2 className={classes.title}>{t('inquiry.byReference')}</h2>
        <Question
          guest={status !== 'signed-in'}
          error={asked.error}
          busy={asked.busy}
          onSubmit={asked.attempt}
        />
        <div role="status">
          {found && (
            <ul className="plain-list">
              <Row request={found} opens={false} />
            </ul>
          )}
        </div>
      </section>
      <p className="dimmed">{t('inquiry.link')}</p>
    </div>
  );
}
