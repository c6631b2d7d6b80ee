import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { OrderReference } from '../components/order-reference';
import { isEsim } from '../model/kind';

/** Work of the customer's that we help with: it would be wrong to say that there is nothing to do. */
const customersOwn = ['activation_overdue', 'esim_overdue', 'esim_reissue_limit'];

/** A courier that refused the parcel before it took it refused the place it should go to. */
const isPlaceRefused = ({ held, shipment }: Order): boolean =>
  held?.failureCode === 'courier_refused' && !shipment;

/** What says both why and what to do, where that is not to wait: another phone, a call. */
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

/** Why the order waits for us, and what comes next. */
export function HeldNotice({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { held, orderNumber } = order;
  const whole = wholeText(order);
  const next = held && customersOwn.includes(held.failureCode) ? 'held.yours' : 'held.text';
  return (
    <Notice tone="warning" title={t(order.canCorrectAddress ? 'held.addressTitle' : 'held.title')}>
      {held && <p style={{ margin: 0 }}>{whole ? t(whole) : held.message}</p>}
      {!whole && <p style={{ margin: '0.4rem 0 0' }}>{t(next)}</p>}
      <OrderReference number={orderNumber} />
      {held && <small>{t('held.since', { time: dayAndTime(held.since, language) })}</small>}
    </Notice>
  );
}
