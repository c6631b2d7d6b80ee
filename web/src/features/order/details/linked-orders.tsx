import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { listOrderLinksOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { OrderLinks } from '@/components/order-links';
import { useLanguage } from '@/lib/text/use-language';
import { orderCall } from '../model/order-query';
import classes from './linked-orders.module.css';

/**
 * The related orders. Most orders have none, and if they cannot be read the page is complete without them.
 */
export default function LinkedOrders({ order }: { order: Order }) {
  const { t } = useTranslation('links');
  const language = useLanguage();
  const { data } = useQuery({ ...listOrderLinksOptions(orderCall(order.id, language)), staleTime: 0 });
  if (!data?.items.length) {
    return null;
  }
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links" className={classes.title}>
        {t('title')}
      </h2>
      <OrderLinks links={data.items} />
    </section>
  );
}
