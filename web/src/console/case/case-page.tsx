import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseDetail, CaseKind } from '@/api/gen-support';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { consolePath } from '@/lib/session/return-path';
import { dayAndTime, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { age } from '../age';
import { ForCaller } from '../caller/for-caller';
import { customerPath } from '../case-path';
import { useShortcuts } from '../frame/shortcuts';
import { LateMark } from '../late-mark';
import { AwayNotice } from '../outages/away-notice';
import { Actions } from './actions';
import { AwaitsApproval } from './awaits-approval';
import { Bill, isBillNumber } from './bill';
import { Bought } from './bought';
import classes from './case.module.css';
import { ClaimBar } from './claim-bar';
import { Notes } from './notes';
import { Ordered } from './ordered';
import { Refund } from './refund';
import { Attempts, Decisions, Linked, Messages, Payments, Steps, Timeline } from './story';
import { Ticket } from './ticket';
import { useCase, useCaseAddress } from './use-case';

interface Of {
  path: { kind: CaseKind; caseId: string };
  of: CaseDetail;
}

/** Tells whether this is a case, how long and for whom it waits, and the effect on the customer. */
function Standing({ of }: Pick<Of, 'of'>) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { state, since, late, impact, msisdn, waitsFor } = of.case;
  const isCase = state === 'held' || state === 'late';
  return (
    <p className={`row ${classes.head}`}>
      <strong>{t(`case.state.${state}`)}</strong>
      {isCase && (
        <span>
          {t('case.since')} <time dateTime={since}>{dayAndTime(since, language)}</time> (
          {age(since, of.serverTime, language) || t('justNow')})
        </span>
      )}
      {isCase && waitsFor && (
        <span>
          {t('case.waitsFor')} {waitsFor}
        </span>
      )}
      {late && <LateMark />}
      {msisdn && <Ltr>{msisdn}</Ltr>}
      {impact.key !== 'none' && <span>{impact.text}</span>}
    </p>
  );
}

/** The work, the reason for its wait, and the possible decisions. */
function Head({ path, of }: Of) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { kind, id, stage, title, reference, state, reason, claim } = of.case;
  const isCase = state === 'held' || state === 'late';
  return (
    <section className="card stack">
      <PageHeading
        takesFocus
        title={`${title} \u2066${reference}\u2069`}
        lead={isCase ? reason : undefined}
      />
      <Standing of={of} />
      {of.away && <AwayNotice of={of.away} now={of.serverTime} />}
      {of.advice && <Notice>{of.advice}</Notice>}
      {of.awaitsApproval && kind !== 'bill' && <AwaitsApproval />}
      {isCase && <ClaimBar path={path} claim={claim} />}
      {isCase && <Actions path={path} of={of} />}
      {of.refund && <Refund orderId={id} of={of.refund} />}
      {kind === 'order' && stage === 'wizard' && <ForCaller orderId={id} />}
      {of.customerId && <Link to={customerPath(language, of.customerId)}>{t('case.customer')}</Link>}
      {of.temporalUrl && (
        <a href={of.temporalUrl} target="_blank" rel="noreferrer">
          {t('case.temporal')}
        </a>
      )}
    </section>
  );
}

function Story({ path, of }: Of) {
  return (
    <div className={classes.columns}>
      {of.ordered && <Ordered of={of.ordered} order={of.case.id} />}
      {of.purchase && <Bought of={of.purchase} />}
      {of.steps.length > 0 && <Steps of={of} />}
      <Attempts of={of} />
      {of.case.kind !== 'bill' && <Payments of={of} />}
      <Messages of={of} />
      <Timeline of={of} />
      <Linked of={of} />
      <Notes path={path} of={of} />
      <Decisions of={of} />
    </div>
  );
}

function Case({ path }: Pick<Of, 'path'>) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useCase(path);
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  const of = data?.data;
  return (
    <>
      <div className={`row ${classes.head}`}>
        <Link to={consolePath(language)}>{t('case.back')}</Link>
        <span role="status" className="dimmed">
          {of && t('readAt', { time: timeOfDay(of.serverTime, language) })}
        </span>
        <Button variant="default" size="sm" loading={isFetching} onClick={reload}>
          {t('reload')}
        </Button>
      </div>
      {of && error && (
        <Notice tone="warning">{t('stale', { time: timeOfDay(of.serverTime, language) })}</Notice>
      )}
      <ErrorNotice error={error} onRetry={statusOf(error) === 404 ? undefined : reload} />
      {of ? (
        <>
          <Head path={path} of={of} />
          {of.case.kind === 'bill' && isBillNumber(of.case.reference) && (
            <Bill number={of.case.reference} waits={of.awaitsApproval ?? false} />
          )}
          {of.ticket && <Ticket id={of.case.id} of={of.ticket} />}
          <Story path={path} of={of} />
        </>
      ) : (
        !error && <Loading lines={4} height={120} />
      )}
    </>
  );
}

/** A piece of work with all its details and the decisions it waits for. */
export function CasePage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const path = useCaseAddress();
  return (
    <div className="stack">
      {path ? (
        <Case key={`${path.kind} ${path.caseId}`} path={path} />
      ) : (
        <>
          <PageHeading takesFocus title={t('case.unknown')} />
          <Link to={consolePath(language)}>{t('case.back')}</Link>
        </>
      )}
    </div>
  );
}
