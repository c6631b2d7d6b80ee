import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import type { Order } from '@/api/gen';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { isWebAddress } from '@/lib/text/web-address';
import { OrderReference } from '../components/order-reference';
import { findOrderPath } from '../model/find-order-path';
import { calledOff, ended } from '../model/standing';
import { useLiveOrder } from '../model/use-live-order';
import { EndedOrder } from './ended-order';
import { HeldNotice } from './held-notice';
import { IncidentNotice } from './incident-notice';
import { LateNotice } from './late-notice';
import { PartToDo, toDoIn } from './part-to-do';
import { StatusSteps } from './status-steps';

const EsimProfile = lazyWithTexts(['esim', 'device'], () => import('../esim/esim-profile'));
const PortProgress = lazyWithTexts(['port'], () => import('../port/port-progress'));

function Parcel({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const { shipment } = order;
  if (!shipment) {
    return null;
  }
  return (
    <section className="card">
      {t('part.airwayBill')} <Ltr>{shipment.airwayBill}</Ltr>
      {!calledOff(order) && isWebAddress(shipment.trackingUrl) && (
        <p style={{ margin: '0.4rem 0 0' }}>
          <a href={shipment.trackingUrl} target="_blank" rel="noreferrer">
            {t('part.track')}
          </a>
        </p>
      )}
    </section>
  );
}

/** Opens the whole order with a code that goes to the order's customer. */
function Whole({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  return (
    <section className="card stack" aria-labelledby="whole-order">
      <h2 id="whole-order" style={{ margin: 0, fontSize: '1.15rem' }}>
        {t('part.whole')}
      </h2>
      <p style={{ margin: 0 }}>{t('part.wholeText')}</p>
      <PrimaryLink to={findOrderPath(language, order.orderNumber)}>{t('part.open')}</PrimaryLink>
    </section>
  );
}

function Heading({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  if (ended(order)) {
    return (
      <>
        <EndedOrder order={order} />
        <div style={{ marginBlockEnd: '1.25rem' }}>
          <OrderReference number={order.orderNumber} />
        </div>
      </>
    );
  }
  return (
    <PageHeading
      takesFocus
      title={t('part.title', { number: `\u2066${order.orderNumber}\u2069` })}
      lead={t('part.lead')}
    />
  );
}

/** The subject of the message, while it can be used. */
function Asked({ order }: { order: Order }) {
  return (
    <Suspense fallback={<Loading lines={1} height={240} />}>
      {order.opened === 'installation' && <EsimProfile order={order} />}
      {order.opened === 'correction' && <PortProgress order={order} />}
    </Suspense>
  );
}

/** The progress of an order, and the subject of the message. */
function Part({ order }: { order: Order }) {
  useLiveOrder(order.id, !['active', 'cancelled', 'abandoned'].includes(order.stage));
  const { progress, stage } = order;
  const toDo = toDoIn(order);
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <Heading order={order} />
      <div className="stack form">
        {stage === 'held' && toDo !== 'address' && <HeldNotice order={order} />}
        {order.incident && <IncidentNotice incident={order.incident} />}
        {order.late && <LateNotice late={order.late} />}
        {toDo && <PartToDo order={order} toDo={toDo} />}
        {progress && progress.milestones.length > 0 && <StatusSteps order={order} progress={progress} />}
        <Parcel order={order} />
        {!toDo && !calledOff(order) && <Asked order={order} />}
        {!toDo && <Whole order={order} />}
      </div>
    </div>
  );
}

/** The part of an order that the link of a message opens. A SIM is activated on its own page. */
export default function OrderPart({ order }: { order: Order }) {
  const language = useLanguage();
  return order.opened === 'activation' ? (
    <Navigate replace to={`/${language}/sim-activation?order=${order.id}`} />
  ) : (
    <Part order={order} />
  );
}
