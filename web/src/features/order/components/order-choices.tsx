import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { Email, Ltr, Msisdn } from '@/components/ltr';
import { MetalBadge } from '@/components/metal-badge';
import { daySpan, riyals, weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { DeviceName } from '../esim/device-name';
import { committedMonths } from '../model/commitment';
import { contactStepOf, type StepId, stepPath } from '../model/order-steps';
import classes from './order-choices.module.css';

interface ChoiceProps {
  order: Order;
  step: StepId;
  label: string;
  children: ReactNode;
}

function Choice({ order, step, label, children }: ChoiceProps) {
  const { t } = useTranslation(['order', 'common']);
  const language = useLanguage();
  const editable = order.steps.some(({ id, open }) => id === step && open);
  return (
    <div className={classes.choice}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {editable && (
        <dd className={classes.edit}>
          <Link
            to={stepPath(language, step, order.id)}
            aria-label={t('confirmation.editLabel', { what: label })}
          >
            {t('common:actions.edit')}
          </Link>
        </dd>
      )}
    </div>
  );
}

function DeliveryText({ order, delivery }: { order: Order; delivery: NonNullable<Order['delivery']> }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { expectedDelivery: expected } = order;
  return (
    <>
      <Destination delivery={delivery} />
      {expected && (
        <>
          <br />
          {t('delivery.expected', { days: daySpan(expected.first, expected.last, language) })}
        </>
      )}
    </>
  );
}

function Destination({ delivery }: { delivery: NonNullable<Order['delivery']> }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const cities = useQuery(listCitiesOptions({ headers: { 'accept-language': language } }));
  const { address } = delivery;
  if (!address) {
    return (
      <>
        {t('delivery.pickupSMSA')}
        <br />
        {delivery.branch}
      </>
    );
  }
  const city = cities.data?.items.find(({ key }) => key === address.city)?.name ?? address.city;
  const parts = [
    t('confirmation.building', { number: address.buildingNumber }),
    address.apartmentNumber && t('confirmation.apartment', { number: address.apartmentNumber }),
    address.street,
    address.area,
    address.shortAddress,
    city,
  ].filter(Boolean);
  const comma = language === 'ar' ? '، ' : ', ';
  return (
    <>
      {t('delivery.homeDelivery')}
      <br />
      {parts.map((part, position) => (
        <Fragment key={part}>
          {position > 0 && comma}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </>
  );
}

/** A ported number: its present operator, and the time of the switch. */
function PortText({ port }: { port: NonNullable<Order['port']> }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const when = port.window === 'earliest' ? t('confirmation.earliest') : weekday(port.window, language);
  return (
    <>
      <Msisdn value={port.msisdn} /> {t('summary.from', { operator: port.operatorName })}
      <br />
      {t('confirmation.switch')}: {when}
    </>
  );
}

/** All choices, each with a link back to its step. */
export function OrderChoices({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { booking, port, replacement, extraSim, device, plan, person, contact, delivery } = order;
  const months = committedMonths(plan, booking);
  return (
    <dl className={`card ${classes.choices}`}>
      {device && (
        <Choice order={order} step="purchase-type-selection" label={t('confirmation.device')}>
          <DeviceName device={device} />
        </Choice>
      )}
      {port && (
        <Choice order={order} step="mnp-number-selection" label={t('confirmation.number')}>
          <PortText port={port} />
        </Choice>
      )}
      {replacement && order.msisdn && (
        <Choice order={order} step="sim-replacement-request" label={t('confirmation.replaced')}>
          <Msisdn value={order.msisdn} />
          <div>{t(`confirmation.reason.${replacement.reason}`)}</div>
        </Choice>
      )}
      {extraSim && (
        <Choice order={order} step="purchase-type-selection" label={t('confirmation.extraSim')}>
          <div>{extraSim.name}</div>
          {order.msisdn && <Msisdn value={order.msisdn} />}
          <div>{t('confirmation.monthly', { amount: riyals(extraSim.monthlyFee) })}</div>
        </Choice>
      )}
      {booking && (
        <Choice order={order} step="number-selection" label={t('confirmation.number')}>
          <Msisdn value={booking.msisdn} /> <MetalBadge category={booking.category} />
        </Choice>
      )}
      {plan && (
        <Choice order={order} step="plan-selection" label={t('confirmation.plan')}>
          {plan.name}
          {months > 0 && <div>{t('plan.commitment', { count: months })}</div>}
        </Choice>
      )}
      {person && (
        <Choice order={order} step="eligibility-check" label={t('confirmation.person')}>
          {person.fullName && <div>{person.fullName}</div>}
          <Ltr>{person.idNumberMasked}</Ltr>
        </Choice>
      )}
      {contact && (
        <Choice order={order} step={contactStepOf(order)} label={t('confirmation.contact')}>
          <div>{contact.fullName}</div>
          <div>
            <Email address={contact.email} />
          </div>
          <Msisdn value={contact.mobile} />
        </Choice>
      )}
      {delivery && (
        <Choice order={order} step="delivery" label={t('confirmation.delivery')}>
          <DeliveryText order={order} delivery={delivery} />
        </Choice>
      )}
    </dl>
  );
}
