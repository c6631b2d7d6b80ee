import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { isolatedNumber } from '@/lib/session/line-name';
import { isEsim, isPort, waitsForCorrection } from '../model/kind';

/** A parcel's way, whatever number is on the SIM in it. */
function onItsWay({ delivery, shipment }: Order) {
  if (shipment?.status === 'failed-attempt') {
    return 'failedAttempt' as const;
  }
  return delivery?.method === 'pickupSMSA' ? ('dispatchedPickup' as const) : ('dispatched' as const);
}

function activeKey(order: Order) {
  if (order.replacement) {
    return isEsim(order) ? ('activeEsimReplacement' as const) : ('activeReplacement' as const);
  }
  if (order.extraSim) {
    return 'activeMultisim' as const;
  }
  if (isPort(order)) {
    return isEsim(order) ? ('activeEsimPort' as const) : ('activePort' as const);
  }
  return isEsim(order) ? ('activeEsim' as const) : ('active' as const);
}

function deliveredKey(order: Order) {
  if (order.replacement) {
    return 'deliveredReplacement' as const;
  }
  if (order.extraSim) {
    return 'deliveredMultisim' as const;
  }
  return isPort(order) ? ('deliveredPort' as const) : ('delivered' as const);
}

/** Before it is active an eSIM tells by itself what comes next. */
function nextKey(order: Order) {
  const { stage } = order;
  if (stage === 'active') {
    return activeKey(order);
  }
  if (stage === 'porting') {
    return stage;
  }
  if (isEsim(order)) {
    return undefined;
  }
  switch (stage) {
    case 'placed':
      if (waitsForCorrection(order)) {
        return undefined;
      }
      return isPort(order) ? ('placedPort' as const) : stage;
    case 'preparing':
      return stage;
    case 'dispatched':
      return onItsWay(order);
    case 'delivered':
      return deliveredKey(order);
    default:
      return undefined;
  }
}

/** One plain paragraph: what we do now, when, and what the customer can do. */
export function WhatNext({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const key = nextKey(order);
  if (!key) {
    return null;
  }
  const mobile = isolatedNumber(order.contact?.mobile ?? '');
  return (
    <section className="card" aria-live="polite">
      <h2 style={{ margin: 0, fontSize: '1.15rem' }}>{t('next.title')}</h2>
      <p style={{ margin: '0.4rem 0 0' }}>{t(`next.${key}`, { mobile })}</p>
    </section>
  );
}
