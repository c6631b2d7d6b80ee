import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderSummary } from '@/api/gen-later';
import { listOrdersOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import OrderStage from '@/components/order-stage';
import { stepPath } from '@/features/order/model/order-steps';
import { over } from '@/features/order/model/standing';
import { useOpenPath } from '@/lib/session/use-open-path';
import { useLanguage } from '@/lib/text/use-language';
import { ResumeOrder } from '../resume-order';
import classes from './mine.module.css';

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

/** Open orders, each with a link to its page. An order that only this browser knows has its own card. */
export function MyOrders() {
  const { t } = useTranslation('dashboard');
  const all = useOpenPath('my-orders');
  const { data, error, isPending, refetch } = useQuery(
    listOrdersOptions({ headers: { 'accept-language': useLanguage() } }),
  );
  const listed = (!error && data?.items) || [];
  const open = listed.filter(({ stage }) => !over({ stage }));
  return (
    <>
      <section className="card">
        <h2>{t('first.orders')}</h2>
        {isPending && <Loading lines={1} height={44} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {data && !error && open.length === 0 && <p>{t('first.noOrders')}</p>}
        <ul className={classes.orders}>
          {open.slice(0, mostShown).map((order) => (
            <OpenOrder key={order.id} order={order} />
          ))}
        </ul>
        <p className={classes.ways}>{all && <Link to={all}>{t('first.allOrders')}</Link>}</p>
      </section>
      {(data || error) && <ResumeOrder except={listed.map(({ id }) => id)} />}
    </>
  );
}
