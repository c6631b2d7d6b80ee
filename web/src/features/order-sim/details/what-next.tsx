import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { spacedMobile } from '@/lib/digits';

function nextKey({ stage, delivery, shipment }: Order) {
  switch (stage) {
    case 'placed':
    case 'preparing':
    case 'delivered':
    case 'active':
      return stage;
    case 'dispatched':
      if (shipment?.status === 'failed-attempt') {
        return 'failedAttempt' as const;
      }
      return delivery?.method === 'pickupSMSA' ? ('dispatchedPickup' as const) : stage;
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
  const mobile = `\u2066${spacedMobile(order.contact?.mobile ?? '')}\u2069`;
  return (
    <section className="card" aria-live="polite">
      <h2 style={{ margin: 0, fontSize: '1.15rem' }}>{t('next.title')}</h2>
      <p style={{ margin: '0.4rem 0 0' }}>{t(`next.${key}`, { mobile })}</p>
    </section>
  );
}
