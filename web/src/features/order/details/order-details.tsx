import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { Scene } from '@/brand/scene';
import { CopyButton } from '@/components/copy-button';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { riyals } from '@/lib/text/format';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { isEsim, isPort } from '../model/kind';
import { linkWithSession, sessionOf } from '../model/order-session';
import { calledOff, ended } from '../model/standing';
import { useLiveOrder } from '../model/use-live-order';
import { useWizard } from '../shell/wizard-context';
import { AddressPart } from './address-part';
import { CancelOrder } from './cancel-order';
import { EndedOrder } from './ended-order';
import { ForgetOrder } from './forget-order';
import { HeldNotice } from './held-notice';
import { IncidentNotice } from './incident-notice';
import { LateNotice } from './late-notice';
import classes from './order-details.module.css';
import { OrderFacts } from './order-facts';
import { OrderTimeline } from './order-timeline';
import { StatusSteps } from './status-steps';
import { WhatNext } from './what-next';

const EsimProfile = lazyWithTexts(['esim', 'device'], () => import('../esim/esim-profile'));
const ActiveLine = lazyWithTexts('active-line', () => import('./active/active-line'));
const LinkedOrders = lazyWithTexts(['links'], () => import('./linked-orders'));
const NumberLost = lazyWithTexts('details', () => import('./number-lost'));
const PortProgress = lazyWithTexts(['port'], () => import('../port/port-progress'));

/** Tells whether the page may thank the customer: not after a failure. */
const succeeded = ({ stage, progress }: Order) =>
  ['placed', 'preparing', 'active'].includes(stage) &&
  !progress?.milestones.some(({ state }) => state === 'failed');

function activeTitle(order: Order) {
  if (order.replacement) {
    return 'activeReplacement' as const;
  }
  return order.extraSim ? ('activeMultisim' as const) : ('activeTitle' as const);
}

function titleKey(order: Order) {
  if (order.stage === 'active') {
    return activeTitle(order);
  }
  return succeeded(order) ? ('thanksTitle' as const) : ('title' as const);
}

function DoublePayments({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  return order.payments
    .filter(({ double }) => double)
    .map(({ id, amount }) => <Notice key={id}>{t('double', { amount: riyals(amount) })}</Notice>);
}

function OrderLink({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const session = sessionOf(order.id);
  if (!session) {
    return null;
  }
  return (
    <div className={classes.link}>
      <CopyButton text={linkWithSession(new URL(location.href), session)} label={t('elsewhere')} />
      <small>{t('elsewhereHint')}</small>
    </div>
  );
}

/**
 * Tells whether the customer has to activate the SIM: after delivery, unless its number comes from another
 * operator.
 */
const toActivate = (order: Order) => order.stage === 'delivered' && !isEsim(order) && !isPort(order);

/** The progress of some kinds of order: the installation of an eSIM, the port of a number. */
function KindProgress({ order }: { order: Order }) {
  return (
    <Suspense fallback={<Loading lines={1} height={240} />}>
      {isPort(order) && <PortProgress order={order} />}
      {isEsim(order) && order.stage !== 'number-lost' && <EsimProfile order={order} />}
    </Suspense>
  );
}

/** A customer whose number did not move needs to know that it still works. */
const portIsOver = ({ port }: Order) => port?.status === 'withdrawn' || port?.status === 'failed';

/** A placed order: its state, its next event, its details; updated live. */
export default function OrderDetails() {
  const { t } = useTranslation('details');
  const { order } = useWizard();
  const language = useLanguage();
  const over = ended(order);
  useLiveOrder(order.id, !['active', 'cancelled', 'abandoned'].includes(order.stage));
  return (
    <>
      {over ? (
        <EndedOrder order={order} />
      ) : (
        <>
          {succeeded(order) && <Scene of="success" />}
          <PageHeading
            takesFocus
            title={t(titleKey(order), { number: `\u2066${order.orderNumber}\u2069` })}
          />
        </>
      )}
      <div className={classes.columns}>
        <div className="stack">
          {order.stage === 'active' && (
            <Suspense>
              <ActiveLine order={order} />
            </Suspense>
          )}
          {order.stage === 'held' && <HeldNotice order={order} />}
          <AddressPart order={order} />
          {order.incident && <IncidentNotice incident={order.incident} />}
          {order.late && <LateNotice late={order.late} />}
          {order.stage === 'number-lost' && (
            <Suspense fallback={<Loading lines={2} height={120} />}>
              <NumberLost order={order} />
            </Suspense>
          )}
          <DoublePayments order={order} />
          {order.progress && order.progress.milestones.length > 0 && (
            <StatusSteps order={order} progress={order.progress} />
          )}
          {!over && <WhatNext order={order} />}
          {order.replacement?.oldSimSuspended && (
            <Notice>{t(order.canCancel ? 'oldSim' : 'oldSimStays')}</Notice>
          )}
          {!calledOff(order) && <KindProgress order={order} />}
          {over && portIsOver(order) && (
            <Suspense>
              <PortProgress order={order} />
            </Suspense>
          )}
          {toActivate(order) && (
            <Button
              component={Link}
              size="lg"
              className="primary-action"
              to={`/${language}/sim-activation?order=${order.id}`}
            >
              {t('activate')}
            </Button>
          )}
          <OrderTimeline order={order} />
        </div>
        <div className="stack">
          <OrderFacts order={order} />
          <Suspense>
            <LinkedOrders order={order} />
          </Suspense>
          <OrderLink order={order} />
          {order.canCancel && <CancelOrder order={order} />}
          <ForgetOrder order={order} />
        </div>
      </div>
    </>
  );
}
