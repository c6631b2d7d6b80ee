import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Money } from '@/components/money';
import classes from './price-lines.module.css';

const vatPercent = 15;

/** What the order costs so far. Empty lines that are only reserved (promo) are left out. */
export function PriceLines({ price }: { price: NonNullable<Order['price']> }) {
  const { t } = useTranslation('order');
  const lines = price.lines.filter(({ key, amount }) => key !== 'promo' || amount !== 0);
  return (
    <dl className={classes.lines}>
      {lines.map(({ key, amount }) => (
        <div key={key}>
          <dt>{t(`summary.${key}`)}</dt>
          <dd>
            <Money amount={amount} freeWhenZero />
          </dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t('summary.total')}</dt>
        <dd>
          <Money amount={price.total} />
        </dd>
      </div>
      <div className={classes.vat}>
        <dt>{t('summary.vat', { percent: vatPercent })}</dt>
        <dd>
          <Money amount={price.vat} />
        </dd>
      </div>
    </dl>
  );
}
