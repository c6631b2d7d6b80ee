import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { isolatedNumber } from '@/lib/session/line-name';
import { daySpan } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { isEsim, isPort } from '../model/kind';

/** Returns the text for the path of a parcel, the same for each kind of SIM. */
function onItsWay({ delivery, shipment }: Order) {
  if (shipment?.status === 'failed-attempt') {
    return 'failedAttempt' as const;
  }
  return delivery?.method === 'pickupSMSA' ? ('dispatchedPickup' as const) : ('dispatched' as const);
}

/** The usual time is left out while the page says that this order takes longer. */
function preparedKey({ stage, late, incident }: Order) {
  if (stage !== 'placed') {
    return 'preparing' as const;
  }
  return late || incident ? ('placedLate' as const) : ('placed' as const);
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
  return 'delivered' as const;
}

/**
 * Returns the text of the next event. The eSIM, a refused port and a held order have their own parts on the
 * page.
 */
function nextKey(order: Order) {
  switch (order.progress?.headline) {
    case 'active':
      return activeKey(order);
    case 'switching':
      return 'porting' as const;
    case 'switch-scheduled':
    case 'switch-postponed':
      return isEsim(order) ? ('installedPort' as const) : ('deliveredPort' as const);
    case 'donor-answers':
    case 'donor-late':
      return isEsim(order) ? ('waitsForDonor' as const) : ('placedPort' as const);
    case 'sim-prepared':
      return preparedKey(order);
    case 'parcel-on-its-way':
    case 'delivery-failed':
      return onItsWay(order);
    case 'sim-to-activate':
      return deliveredKey(order);
    case 'switching-on':
      return 'switchingOn' as const;
    default:
      return undefined;
  }
}

/** A plain paragraph: the operator's present step, its time, and the customer's options. */
export function WhatNext({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const key = nextKey(order);
  if (!key) {
    return null;
  }
  const { expectedDelivery, late, incident } = order;
  const mobile = isolatedNumber(order.contact?.mobile ?? '');
  const operator = order.port?.operatorName ?? '';
  return (
    <section className="card" aria-live="polite">
      <h2 style={{ margin: 0, fontSize: '1.15rem' }}>{t('next.title')}</h2>
      <p style={{ margin: '0.4rem 0 0' }}>{t(`next.${key}`, { mobile, operator })}</p>
      {expectedDelivery && !late && !incident && (
        <p style={{ margin: '0.4rem 0 0', fontWeight: 600 }}>
          {t('next.expected', { days: daySpan(expectedDelivery.first, expectedDelivery.last, language) })}
        </p>
      )}
    </section>
  );
}
