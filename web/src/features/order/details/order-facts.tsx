import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { CopyButton } from '@/components/copy-button';
import { Fact } from '@/components/fact';
import { Ltr, Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { useMeans } from '@/components/payment/use-means';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { isWebAddress } from '@/lib/text/web-address';
import { DeviceName } from '../esim/device-name';
import { calledOff } from '../model/standing';
import classes from './order-facts.module.css';

/** Hidden until the customer asks: another person may look at the screen. */
function Puk({ value }: { value: string }) {
  const { t } = useTranslation('details');
  const [shown, setShown] = useState(false);
  return (
    <Fact label={t('facts.puk')}>
      <span className={classes.puk}>
        <Ltr className={classes.code}>{shown ? value : '••••••••'}</Ltr>
        <Button
          variant="default"
          size="compact-sm"
          px="sm"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'facts.pukHide' : 'facts.pukShow')}
        </Button>
      </span>
      <small>{t('facts.pukHint')}</small>
    </Fact>
  );
}

/** Tells whether the order has a credit note: after the refund of a completed or cancelled order. */
const credited = ({ stage, ended, refund }: Order) =>
  refund?.doneAt !== undefined || (stage === 'cancelled' && ended !== undefined && ended.refunded > 0);

function Paid({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const meansOf = useMeans();
  const paid = order.payments.find(
    ({ status, double }) => (status === 'paid' || status === 'refunded') && !double,
  );
  if (!paid) {
    return null;
  }
  return (
    <Fact label={t('facts.paid')}>
      <Money amount={paid.amount} />
      {paid.brand && paid.last4 && <small>{meansOf(paid.brand, paid.last4)}</small>}
      <Link to={`/${language}/order-sim/${order.id}/receipt`}>{t('facts.receipt')}</Link>
      {credited(order) && (
        <Link to={`/${language}/order-sim/${order.id}/receipt/credit-note`}>{t('facts.creditNote')}</Link>
      )}
    </Fact>
  );
}

/** The refund of a completed order, on its way or done; the line stays. */
function Refund({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { refund } = order;
  if (!refund) {
    return null;
  }
  return (
    <Fact label={t(refund.doneAt ? 'facts.refunded' : 'facts.refundUnderWay')}>
      <span>
        <Money amount={refund.amount} />{' '}
        {refund.doneAt && t('facts.refundedOn', { day: day(refund.doneAt, language) })}
      </span>
      <small>{t('ended.refundTime')}</small>
    </Fact>
  );
}

/** The SIM of a cancelled order never works, so its numbers are not shown. */
const simOf = ({ stage, sim, profile }: Order) =>
  stage === 'cancelled' ? {} : { sim, esimIccid: profile?.iccid };

/** A lost number belongs to another customer. */
const numberOf = ({ stage, msisdn, booking }: Order) =>
  stage === 'number-lost' ? undefined : (msisdn ?? booking?.msisdn);

/** All facts of the order, for the customer or for a call to support. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { plan, replacement, extraSim, shipment, device } = order;
  const { sim, esimIccid } = simOf(order);
  const msisdn = numberOf(order);
  return (
    <dl className={`card ${classes.facts}`}>
      <Fact label={t('facts.orderNumber')}>
        <span className={classes.puk}>
          <Ltr className={classes.code}>{order.orderNumber}</Ltr>
          <CopyButton text={order.orderNumber} />
        </span>
      </Fact>
      {msisdn && (
        <Fact label={t('facts.mobile')}>
          <Msisdn value={msisdn} className={classes.number} />
        </Fact>
      )}
      {replacement && <Fact label={t('facts.replaced')}>{t(`facts.reason.${replacement.reason}`)}</Fact>}
      {extraSim && (
        <Fact label={t('facts.extraSim')}>
          {extraSim.name}
          <Link to={`/${language}/multi-sim`}>{t('facts.multisim')}</Link>
        </Fact>
      )}
      {plan && <Fact label={t('facts.plan')}>{plan.name}</Fact>}
      <Paid order={order} />
      <Refund order={order} />
      {device && (
        <Fact label={t('facts.device')}>
          <DeviceName device={device} />
        </Fact>
      )}
      {shipment && (
        <Fact label={t('facts.shipment')}>
          <Ltr className={classes.code}>{shipment.airwayBill}</Ltr>
          {!calledOff(order) && isWebAddress(shipment.trackingUrl) && (
            <a href={shipment.trackingUrl} target="_blank" rel="noreferrer">
              {t('facts.track')}
            </a>
          )}
        </Fact>
      )}
      {sim && (
        <Fact label={t('facts.iccid')}>
          <Ltr className={classes.code}>{sim.iccid}</Ltr>
        </Fact>
      )}
      {sim && <Puk value={sim.puk1} />}
      {esimIccid && (
        <Fact label={t('facts.esimIccid')}>
          <Ltr className={classes.code}>{esimIccid}</Ltr>
        </Fact>
      )}
    </dl>
  );
}
