import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { OrderReference } from '../components/order-reference';
import { isEsim } from '../model/kind';

/**
 * Tasks of the customer with which support helps: the page must not say that the customer has nothing to do.
 */
const customersOwn = ['activation_overdue', 'esim_overdue', 'esim_reissue_limit'];

/** The customer cancelled the order, and the courier does not cancel its parcel: the message says it all. */
const recalled = 'parcel_with_courier';

/** Tells whether the courier refused the address: it refused the parcel before it took it. */
const isPlaceRefused = ({ held, shipment }: Order): boolean =>
  held?.failureCode === 'courier_refused' && !shipment;

/**
 * Returns the text with both the reason and the action, if the customer should not wait: another phone, a
 * call.
 */
function wholeText(order: Order) {
  if (order.held?.failureCode === 'device_not_supported') {
    return 'held.device' as const;
  }
  if (order.canCorrectAddress) {
    return 'held.address' as const;
  }
  if (isPlaceRefused(order)) {
    return 'held.branch' as const;
  }
  return order.held?.activationFailed && isEsim(order) ? ('held.esimActivation' as const) : undefined;
}

/** Returns the title: the customer's own task, if there is one. */
function titleOf({ canCorrectAddress, held }: Order) {
  if (held?.failureCode === recalled) {
    return 'held.recalledTitle' as const;
  }
  return canCorrectAddress ? ('held.addressTitle' as const) : ('held.title' as const);
}

/** The reason why the order is held, and the next event. */
export function HeldNotice({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { held, orderNumber } = order;
  const whole = wholeText(order);
  const next = held && customersOwn.includes(held.failureCode) ? 'held.yours' : 'held.text';
  return (
    <Notice tone="warning" title={t(titleOf(order))}>
      {held && <p style={{ margin: 0 }}>{whole ? t(whole) : held.message}</p>}
      {!whole && held?.failureCode !== recalled && <p style={{ margin: '0.4rem 0 0' }}>{t(next)}</p>}
      <OrderReference number={orderNumber} />
      {held && <small>{t('held.since', { time: dayAndTime(held.since, language) })}</small>}
    </Notice>
  );
}
