import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { actOnTicket, showTicket, type TicketAction, type TicketDetail } from '@/api/gen-tickets';
import { zShowTicketBody, zTicketReference } from '@/api/gen-tickets/zod.gen';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { saveFile } from '@/lib/http/save-file';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useSession } from '@/lib/session';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { ContactProof } from './contact-proof';
import { Conversation } from './conversation';
import { TicketActions } from './ticket-actions';
import classes from './tickets.module.css';

function Unknown() {
  const { t } = useTranslation('tickets');
  const inquiry = usePath('support-inquiry');
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={t('unknown.title')} lead={t('unknown.lead')}>
      <SecondaryLink to={inquiry ?? `/${language}/help`}>{t('unknown.inquiry')}</SecondaryLink>
    </DeadEnd>
  );
}

function Standing({ of: { request } }: { of: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const language = useLanguage();
  const moments = {
    due: request.dueAt,
    closes: request.closesAt,
    closed: request.closedAt,
    reopenUntil: request.reopenUntil,
  } as const;
  return (
    <section className="card stack">
      <p role="status" style={{ margin: 0, fontWeight: 600 }}>
        {request.stageText}
      </p>
      <FactRows>
        <Fact label={t('reference')}>
          <Ltr>{request.reference}</Ltr>
        </Fact>
        <Fact label={t('received')}>{dayAndTime(request.receivedAt, language)}</Fact>
        {(['due', 'closes', 'closed', 'reopenUntil'] as const).map((name) => {
          const at = moments[name];
          return (
            at && (
              <Fact key={name} label={t(name)}>
                {dayAndTime(at, language)}
              </Fact>
            )
          );
        })}
        {request.cstReference && (
          <Fact label={t('cst')}>
            <Ltr>{request.cstReference}</Ltr>
          </Fact>
        )}
      </FactRows>
    </section>
  );
}

const unknown = new Set(['service_request_link_invalid', 'service_request_not_found']);

function Request({ reference, token }: { reference: string; token: string | undefined }) {
  const { t } = useTranslation('tickets');
  const { headers } = useLineCall();
  const cache = useQueryClient();
  const queryKey = ['service-request', reference, headers];
  const path = { reference };
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      (await showTicket({ headers, path, body: { ...(token && { token }) }, throwOnError: true })).data.data,
    refetchOnMount: 'always',
  });
  const act = useKeyedCall(
    (key, body: TicketAction) =>
      actOnTicket({
        headers: { ...headers, 'Idempotency-Key': key },
        path,
        body: { ...body, ...(token && { token }) },
        throwOnError: true,
      }),
    { onSuccess: (answer) => cache.setQueryData(queryKey, answer.data) },
  );
  if (unknown.has(problemOf(error)?.messageKey ?? '')) {
    return <Unknown />;
  }
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading
        takesFocus
        title={data ? t(`kinds.${data.request.kind}`, { about: data.request.topicText }) : t('ticket')}
      />
      {isPending && <Loading lines={4} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data && (
        <>
          <Standing of={data} />
          <Conversation
            messages={data.messages}
            save={({ id, name }) =>
              saveFile(`/service-requests/${reference}/attachments/${id}`, name, {
                method: 'POST',
                headers: { ...headers, 'Content-Type': 'application/json' },
                body: JSON.stringify(token ? { token } : {}),
              })
            }
          />
          <TicketActions
            key={data.request.stage}
            of={data}
            error={act.error}
            busy={act.isPending}
            onAct={(action, done) => act.mutate(action, { onSuccess: done })}
          />
        </>
      )}
    </div>
  );
}

/**
 * A service request with its messages: from the account, by the link of a message, or by a code to its
 * contact number.
 */
export function TicketPage() {
  const { reference = '' } = useParams();
  const [token, setToken] = useState(useAddressSecret() || undefined);
  const { status } = useSession();
  const wellFormed =
    zTicketReference.safeParse(reference).success && zShowTicketBody.safeParse({ token }).success;
  if (!wellFormed) {
    return <Unknown />;
  }
  if (!token && status !== 'signed-in') {
    return <ContactProof reference={reference} onOpened={(opened) => setToken(opened.token)} />;
  }
  return <Request key={token} reference={reference} token={token} />;
}
