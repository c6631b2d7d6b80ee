import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { zUuid } from '@/api/gen/zod.gen';
import { type DisputeReplacementResponse, disputeReplacement } from '@/api/gen-later';
import { zDisputeReplacementBody } from '@/api/gen-later/zod.gen';
import { problemOf } from '@/api/problem';
import { Scene } from '@/brand/scene';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { HelpLink } from '@/components/support/help-link';
import { CallSupport } from '@/components/support-phone';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { useLanguage } from '@/lib/text/use-language';

/**
 * Stops the order with the secret of the link; after silence the call repeats with the same idempotency key.
 */
function useDispute(orderId: string, token: string) {
  const language = useLanguage();
  return useKeyedCall<void, DisputeReplacementResponse>((key) => {
    const headers = { 'accept-language': language, 'Idempotency-Key': key };
    return disputeReplacement({ path: { id: orderId }, headers, body: { token }, throwOnError: true });
  });
}

function InvalidLink() {
  const { t } = useTranslation('replacement');
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={t('notMe.invalid')} lead={t('notMe.invalidText')}>
      <CallSupport />
      <SecondaryLink to={`/${language}/find-order`}>{t('notMe.findOrder')}</SecondaryLink>
      <SecondaryLink to={`/${language}/`}>{t('notMe.home')}</SecondaryLink>
      <HelpLink />
    </DeadEnd>
  );
}

/** The replacement was stopped in time, or it was too late and support takes over. */
function Outcome({ answer }: { answer: DisputeReplacementResponse }) {
  const { t } = useTranslation('replacement');
  const language = useLanguage();
  const stopped = answer.outcome === 'stopped';
  return (
    <>
      {stopped && <Scene of="success" />}
      <PageHeading takesFocus title={t(stopped ? 'notMe.stopped' : 'notMe.late')} lead={answer.message} />
      <div className="stack form">
        <Notice
          tone={stopped ? 'positive' : 'warning'}
          title={t('notMe.order', { number: `\u2066${answer.orderNumber}\u2069` })}
        >
          {t(stopped ? 'notMe.stoppedNext' : 'notMe.lateNext')}{' '}
          {!stopped && <HelpLink order={answer.orderNumber} />}
        </Notice>
        {!stopped && <CallSupport />}
        {stopped && (
          <SecondaryLink to={`/${language}/change-password`}>{t('notMe.changePassword')}</SecondaryLink>
        )}
      </div>
    </>
  );
}

/** "This was not me": the holder of a line stops the replacement of its SIM with the link in the message. */
export function DisputePage() {
  const { t } = useTranslation('replacement');
  const { orderId = '' } = useParams();
  const token = useAddressSecret();
  const dispute = useDispute(orderId, token);
  const wellFormed = zUuid.safeParse(orderId).success && zDisputeReplacementBody.safeParse({ token }).success;
  if (!wellFormed || problemOf(dispute.error)?.messageKey === 'dispute_link_invalid') {
    return <InvalidLink />;
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {dispute.data ? (
        <Outcome answer={dispute.data} />
      ) : (
        <>
          <PageHeading takesFocus title={t('notMe.title')} lead={t('notMe.lead')} />
          <div className="stack form">
            <Notice tone="warning">{t('notMe.consequence')}</Notice>
            <ErrorNotice error={dispute.error} />
            <Button
              color="red"
              size="lg"
              className="primary-action"
              loading={dispute.isPending}
              onClick={() => dispute.mutate()}
            >
              {t('notMe.stop')}
            </Button>
            <p style={{ margin: 0 }}>{t('notMe.itWasMe')}</p>
          </div>
        </>
      )}
    </div>
  );
}
