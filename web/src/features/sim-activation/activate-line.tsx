import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { Scene } from '@/brand/scene';
import { ErrorNotice } from '@/components/error-notice';
import { IdentityChallenge } from '@/components/identity/identity-challenge';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { HelpLink } from '@/components/support/help-link';
import { OrderAtHand } from '@/components/support/order-at-hand';
import { SupportPhone } from '@/components/support-phone';
import { findOrderPath } from '@/features/order/model/find-order-path';
import { isEsim } from '@/features/order/model/kind';
import { stepPath } from '@/features/order/model/order-steps';
import { useLiveOrder } from '@/features/order/model/use-live-order';
import { isolatedNumber } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';
import { FinishForm } from './finish-form';

const isolated = (msisdn: string | undefined) => isolatedNumber(msisdn ?? '');

/** Returns the number of a SIM: a booked number, or the line's own. */
const numberOf = ({ msisdn, booking }: Order) => msisdn ?? booking?.msisdn;

function Active({ order }: { order: Order }) {
  const { t } = useTranslation('sim-activation');
  const language = useLanguage();
  return (
    <>
      <Scene of="success" />
      <PageHeading
        takesFocus
        title={t('done.title')}
        lead={t(order.replacement ? 'done.leadReplacement' : 'done.lead', {
          number: isolated(numberOf(order)),
        })}
      />
      <Button
        component={Link}
        size="lg"
        className="primary-action"
        to={
          order.opened
            ? findOrderPath(language, order.orderNumber)
            : stepPath(language, 'order-details', order.id)
        }
      >
        {t(order.opened ? 'done.find' : 'done.order')}
      </Button>
    </>
  );
}

/** Support activates a card without its customer; an eSIM needs the customer's phone. */
function ActivationFailed({ order }: { order: Order }) {
  const { t } = useTranslation('sim-activation');
  if (!isEsim(order)) {
    return <Notice tone="negative">{t('held')}</Notice>;
  }
  return (
    <Notice
      tone="negative"
      action={
        <>
          <SupportPhone label={t('call')} /> <HelpLink />
        </>
      }
    >
      {t('heldEsim', { number: `\u2066${order.orderNumber}\u2069` })}
    </Notice>
  );
}

function Steps({ order, iccid }: { order: Order; iccid: string | undefined }) {
  const { t } = useTranslation('sim-activation');
  const { held, ended, stage } = order;
  if (stage === 'held' && held) {
    return held.activationFailed ? (
      <ActivationFailed order={order} />
    ) : (
      <Notice tone="warning">{held.message}</Notice>
    );
  }
  if (ended) {
    return <Notice>{ended.message}</Notice>;
  }
  if (stage !== 'delivered') {
    return <Notice tone="warning">{t('notReady')}</Notice>;
  }
  const confirmed = order.identity?.purpose === 'activation' && order.identity.status === 'completed';
  return (
    <>
      <h2 style={{ margin: 0 }}>{t('identity.title')}</h2>
      {!confirmed && <p style={{ margin: 0 }}>{t('identity.lead')}</p>}
      <IdentityChallenge order={order} purpose="activation" />
      {confirmed && <FinishForm order={order} iccid={iccid ?? order.sim?.iccid} />}
    </>
  );
}

interface Props {
  orderId: string;
  /** The typed or scanned card number; undefined for the order's own card. */
  iccid: string | undefined;
  onOther: () => void;
}

/**
 * Verifies the identity, then activates the line. It follows the order live, so that the answer on the phone
 * shows here.
 */
export function ActivateLine({ orderId, iccid, onOther }: Props) {
  const { t } = useTranslation('sim-activation');
  const { data: order, error, refetch } = useLiveOrder(orderId);
  if (!order) {
    return (
      <>
        {error && <PageHeading takesFocus title={t('title')} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {!error && <Loading lines={3} />}
      </>
    );
  }
  if (order.stage === 'active') {
    return <Active order={order} />;
  }
  return (
    <OrderAtHand value={order.orderNumber}>
      <PageHeading takesFocus title={t('finish.title', { number: isolated(numberOf(order)) })} />
      <div className="stack form">
        <Steps order={order} iccid={iccid} />
        <Button variant="transparent" className="quiet-action" onClick={onOther}>
          {t('finish.other')}
        </Button>
      </div>
    </OrderAtHand>
  );
}
