import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Money } from '@/components/money';
import { vatPercent } from '@/lib/site/vat';
import { committedMonths } from '../model/commitment';
import classes from './price-lines.module.css';

type Price = NonNullable<Order['price']>;

/**
 * Returns the lines of the price. A zero line appears only if its part was chosen: free delivery, but no
 * promo code or plan before its choice.
 */
function chosenLines(order: Order, price: Price): Price['lines'] {
  const chosen = {
    number: order.booking,
    plan: order.plan,
    replacement: order.replacement,
    setup: order.extraSim,
    delivery: order.delivery,
    promo: undefined,
  };
  return price.lines.filter(({ key, amount }) => amount !== 0 || chosen[key] !== undefined);
}

/** Returns the words for the period of the recurring price. */
export function useEach() {
  const { t } = useTranslation('order');
  return ({ cycleMonths, validityDays }: NonNullable<Price['recurring']>): string =>
    cycleMonths
      ? t('summary.everyMonth', { count: cycleMonths })
      : t('summary.every', { count: validityDays });
}

/** The price of the order so far: today, and each month afterwards. */
export function PriceLines({ order, price }: { order: Order; price: Price }) {
  const { t } = useTranslation('order');
  const each = useEach();
  const { recurring } = price;
  const lines = chosenLines(order, price);
  const months = committedMonths(order.plan, order.booking);
  // Nothing with a price is chosen yet: a total of zero would claim that the order is free.
  if (price.total === 0 && lines.every(({ amount }) => amount === 0)) {
    const plan = order.steps.some(({ id }) => id === 'plan-selection') && !order.plan;
    return plan ? <p className="dimmed">{t('summary.choosePlan')}</p> : null;
  }
  return (
    <dl className={`stack tight ${classes.lines}`}>
      {lines.map(({ key, amount }) => (
        <div key={key}>
          <dt>
            {t(`summary.${key}`)}
            {key === 'number' && months > 0 && (
              <small className={classes.note}>{t('plan.commitment', { count: months })}</small>
            )}
          </dt>
          <dd>
            <Money amount={amount} freeWhenZero />
          </dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t(recurring ? 'summary.today' : 'summary.total')}</dt>
        <dd>
          <Money amount={price.total} />
        </dd>
      </div>
      <div className="dimmed small">
        <dt>{t('summary.vat', { percent: vatPercent })}</dt>
        <dd>
          <Money amount={price.vat} />
        </dd>
      </div>
      {recurring && (
        <div className={classes.total}>
          <dt>{each(recurring)}</dt>
          <dd>
            <Money amount={recurring.amount} />
          </dd>
        </div>
      )}
    </dl>
  );
}
