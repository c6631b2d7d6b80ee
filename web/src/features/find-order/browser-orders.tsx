import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '@/api/gen';
import type { OrderSummary } from '@/api/gen-later';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { orderQuery } from '@/features/order/model/order-query';
import { knownOrders } from '@/features/order/model/order-session';
import { useLanguage } from '@/lib/text/use-language';
import { NoOrders } from './no-orders';
import { OrderRow } from './order-row';

const summaryOf = (order: Order): OrderSummary => ({
  ...order,
  updatedAt: order.serverTime,
  msisdn: order.msisdn ?? order.booking?.msisdn,
  total: order.price?.total,
});

/** An order with an ended session cannot be shown; after silence the browser can ask again. */
const isGone = (error: unknown) => [401, 403, 404].includes(statusOf(error) ?? 0);

/** The orders for which this browser has a session. */
export function BrowserOrders() {
  const language = useLanguage();
  const [known] = useState(knownOrders);
  const answers = useQueries({ queries: known.map(({ id }) => orderQuery(id, language)) });
  const orders = answers.flatMap(({ data }) => (data ? [data] : []));
  const failed = answers.filter(({ error }) => error && !isGone(error));
  if (answers.some(({ isPending }) => isPending)) {
    return <Loading lines={3} height={96} />;
  }
  if (orders.length === 0 && failed.length === 0) {
    return <NoOrders />;
  }
  return (
    <>
      <ErrorNotice
        error={failed[0]?.error}
        onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
      <ul className="plain-list">
        {orders.map((order) => (
          <OrderRow key={order.id} order={summaryOf(order)} />
        ))}
      </ul>
    </>
  );
}
