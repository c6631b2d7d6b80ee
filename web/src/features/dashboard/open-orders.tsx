import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderSummary } from '@/api/gen-later';
import { listOrdersOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import OrderStage from '@/components/order-stage';
import { stepPath } from '@/features/order/model/order-steps';
import { over } from '@/features/order/model/standing';
import { useOpenPath } from '@/lib/session/use-open-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './open-orders.module.css';

const mostShown = 3;

function OpenOrder({ order }: { order: OrderSummary }) {
  const { t } = useTranslation('find-order');
  const { id, orderNumber, msisdn } = order;
  const number = `\u2066${orderNumber}\u2069`;
  return (
    <li>
      <Link to={stepPath(useLanguage(), 'order-details', id)} aria-label={t('mine.open', { number })}>
        {t('mine.number', { number })}
      </Link>
      {msisdn && <Msisdn value={msisdn} />}
      <OrderStage {...order} />
    </li>
  );
}

/** The open orders of the account, each with a link to its page. Hidden for an account without open orders. */
export function OpenOrders() {
  const { t } = useTranslation('dashboard');
  const all = useOpenPath('my-orders');
  const { data, error, refetch } = useQuery(
    listOrdersOptions({ headers: { 'accept-language': useLanguage() } }),
  );
  const open = data?.items.filter(({ stage }) => !over({ stage })) ?? [];
  if (!error && open.length === 0) {
    return null;
  }
  return (
    <section className="card">
      <h2 className="heading">{t('orders.title')}</h2>
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <ul className={classes.orders}>
        {open.slice(0, mostShown).map((order) => (
          <OpenOrder key={order.id} order={order} />
        ))}
      </ul>
      {all && <Link to={all}>{t('orders.all')}</Link>}
    </section>
  );
}
