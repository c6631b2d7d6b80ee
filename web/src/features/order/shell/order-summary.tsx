import ChevronUp from 'lucide-react/icons/chevron-up';
import Clock from 'lucide-react/icons/clock';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { CopyButton } from '@/components/copy-button';
import { Msisdn } from '@/components/ltr';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { PriceLines, useEach } from '../components/price-lines';
import { linkWithSession, sessionOf } from '../model/order-session';
import { type BarStateProps, useBarState } from './bar-state';
import { HoldAnnouncer, HoldClock, KeepNumber } from './hold-countdown';
import classes from './order-summary.module.css';

/** A link to open the order elsewhere; an agent's session for a caller has no such link. */
function ElsewhereLink({ orderId }: { orderId: string }) {
  const { t } = useTranslation('order');
  const session = sessionOf(orderId);
  if (!session) {
    return null;
  }
  return (
    <div className={classes.elsewhere}>
      <CopyButton
        text={linkWithSession(new URL(location.href), session)}
        label={t('summary.elsewhere')}
        done={t('summary.linkCopied')}
      />
      <small>{t('summary.elsewhereHint')}</small>
    </div>
  );
}

/** The number of the order: reserved, in transfer from another operator, or already the customer's. */
function Held({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { booking, port } = order;
  if (port) {
    return (
      <div className={classes.held}>
        <Msisdn value={port.msisdn} className={classes.number} />
        <span className={classes.dimmed}>{t('summary.from', { operator: port.operatorName })}</span>
      </div>
    );
  }
  if (!booking && order.msisdn) {
    return (
      <div className={classes.held}>
        <Msisdn value={order.msisdn} className={classes.number} />
      </div>
    );
  }
  if (!booking || booking.expired) {
    return null;
  }
  return (
    <div className={classes.held}>
      <div className="row between">
        <Msisdn value={booking.msisdn} className={classes.number} />
        <MetalBadge category={booking.category} />
      </div>
      {booking.holdExpiresAt && (
        <>
          <div className="row between">
            <span className={classes.dimmed}>{t('hold.title')}</span>
            <HoldClock until={booking.holdExpiresAt} />
          </div>
          <KeepNumber order={order} />
        </>
      )}
    </div>
  );
}

const CancelUnpaid = lazyWithTexts(['order-asides'], () => import('./cancel-unpaid'));

function Content({ order }: { order: Order }) {
  return (
    <div className="stack">
      <Held order={order} />
      {order.price && <PriceLines order={order} price={order.price} />}
      {!order.opened && <ElsewhereLink orderId={order.id} />}
      {order.canCancel && !order.opened && (
        <Suspense>
          <CancelUnpaid order={order} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Number, price and time left, always visible: next to the step on wide screens, in a bar that opens on
 * phones.
 */
export function OrderSummary({ order, step, wrong }: BarStateProps) {
  const { t } = useTranslation('order');
  const until = order.booking?.expired ? undefined : order.booking?.holdExpiresAt;
  // Before the first choice the summary is empty.
  const total = order.price?.total || undefined;
  const { shown, spoken } = useBarState({ order, step, wrong });
  const each = useEach();
  const recurring = order.price?.recurring;
  const isEmpty = total === undefined && !until;
  return (
    <>
      {until && <HoldAnnouncer key={order.booking?.msisdn} order={order} until={until} />}
      {spoken}
      <aside className={classes.side} aria-label={t('summary.title')}>
        <h2 className="heading">{t('summary.title')}</h2>
        <Content order={order} />
      </aside>
      {(!isEmpty || (order.canCancel && !order.opened)) && (
        <div className={classes.bar} data-own-bar>
          {shown}
          <details className={classes.more}>
            <summary className={classes.barSummary}>
              {isEmpty && <strong>{t('summary.title')}</strong>}
              {total !== undefined && (
                <span className={classes.fact}>
                  <small>{t(recurring ? 'summary.today' : 'summary.total')}</small>
                  <strong>
                    <Money amount={total} />
                  </strong>
                </span>
              )}
              {total !== undefined && recurring && (
                <span className={classes.fact}>
                  <small>{each(recurring)}</small>
                  <strong>
                    <Money amount={recurring.amount} />
                  </strong>
                </span>
              )}
              {until && (
                <span className={classes.fact}>
                  <small>{t('hold.short')}</small>
                  <span className={classes.time}>
                    <Clock size={16} aria-hidden />
                    <HoldClock until={until} />
                  </span>
                </span>
              )}
              <span className={classes.show}>
                {t('summary.show')}
                <ChevronUp className={classes.chevron} size={18} aria-hidden />
              </span>
            </summary>
            <div className={classes.barContent}>
              <Content order={order} />
            </div>
          </details>
        </div>
      )}
    </>
  );
}
