import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderLink } from '@/api/gen-later';
import { stepPath } from '@/features/order/model/order-steps';
import { useLanguage } from '@/lib/text/use-language';
import classes from './order-links.module.css';

/** The orders related to an order. An order that the customer may not see appears as text only. */
export function OrderLinks({ links }: { links: OrderLink[] }) {
  const { t } = useTranslation('links');
  const language = useLanguage();
  return (
    <ul className={`stack tight start ${classes.links}`}>
      {links.map(({ relation, orderId, orderNumber }, index) => (
        <li key={orderId ?? index}>
          {orderId && orderNumber ? (
            <Link to={stepPath(language, 'order-details', orderId)}>
              {t(`to.${relation}`, { number: `\u2066${orderNumber}\u2069` })}
            </Link>
          ) : (
            t(`words.${relation}`)
          )}
        </li>
      ))}
    </ul>
  );
}
