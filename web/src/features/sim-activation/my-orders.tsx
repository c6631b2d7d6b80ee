import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { findOrderPath } from '@/features/order/model/find-order-path';
import { useOrder } from '@/features/order/model/order-query';
import { knownOrders } from '@/features/order/model/order-session';
import { stepPath } from '@/features/order/model/order-steps';
import { useLanguage } from '@/lib/text/use-language';
import classes from './activation.module.css';

const shownAtMost = 5;

function MyOrder({ orderId, onChoose }: { orderId: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation('sim-activation');
  const language = useLanguage();
  const { data: order } = useOrder(orderId);
  const number = order?.msisdn ?? order?.booking?.msisdn;
  if (!order || !number || ['wizard', 'cancelling', 'cancelled', 'abandoned'].includes(order.stage)) {
    return null;
  }
  return (
    <li className={`card ${classes.order}`}>
      <div>
        <Msisdn value={number} className="large strong" />
        <div className="dimmed">{t('mine.status', { number: `\u2066${order.orderNumber}\u2069` })}</div>
      </div>
      {order.stage === 'delivered' ? (
        <Button onClick={() => onChoose(order.id)}>{t('mine.choose')}</Button>
      ) : (
        <div className="dimmed">
          {t(order.stage === 'active' ? 'mine.active' : 'mine.notYet')} ·{' '}
          <Link
            to={
              order.opened
                ? findOrderPath(language, order.orderNumber)
                : stepPath(language, 'order-details', order.id)
            }
          >
            {t(order.opened ? 'done.find' : 'mine.see')}
          </Link>
        </div>
      )}
    </li>
  );
}

/** The orders that this browser knows, without those that are not placed yet. */
export function MyOrders({ onChoose }: { onChoose: (id: string) => void }) {
  const { t } = useTranslation('sim-activation');
  const [orders] = useState(() => knownOrders().slice(0, shownAtMost));
  if (orders.length === 0) {
    return null;
  }
  return (
    <section className={`stack ${classes.mine}`}>
      <h2>{t('mine.title')}</h2>
      <ul className="plain-list">
        {orders.map(({ id }) => (
          <MyOrder key={id} orderId={id} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}
