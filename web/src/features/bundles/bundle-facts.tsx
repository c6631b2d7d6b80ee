import { useTranslation } from 'react-i18next';
import type { Bundle } from '@/api/gen-bundles';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { Group } from '@/components/ui/layout';
import { useLineType } from '@/lib/session/use-line-type';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './bundles.module.css';
import { useLineBundles } from './use-line-bundles';

/** The data of a bundle in a purchase: from the catalogue or self-made. */
export type Bought = Pick<Bundle, 'name' | 'items' | 'validityDays' | 'price' | 'total'> &
  Partial<Pick<Bundle, 'renews'>>;

/** The contents of a bundle and its validity. */
export function Gives({
  bundle: { items, validityDays },
}: {
  bundle: Pick<Bundle, 'items' | 'validityDays'>;
}) {
  const { t } = useTranslation('bundles');
  const quantity = useQuantity();
  return (
    <div>
      <ul className={classes.items}>
        {items.map(({ type, unit, amount }) => (
          <li key={type}>
            <AllowanceIcon type={type} />
            {quantity(amount, unit)}
          </li>
        ))}
      </ul>
      <p className={classes.hint}>{t('days', { count: validityDays })}</p>
    </div>
  );
}

/** The prices from a balance and by card. A postpaid line has no balance. */
export function Prices({ bundle: { price, total } }: { bundle: Pick<Bundle, 'price' | 'total'> }) {
  const { t } = useTranslation('bundles');
  if (useLineType() === 'postpaid') {
    return (
      <p className={classes.price}>
        <Money amount={total} /> <small>{t('byCard')}</small>
      </p>
    );
  }
  return (
    <div className={classes.prices}>
      <p className={classes.price}>
        <Money amount={price} /> <small>{t('fromBalance')}</small>
      </p>
      <p className={classes.hint}>
        <Money amount={total} /> {t('byCard')}
      </p>
    </div>
  );
}

/** The badges of a bundle. */
export function Marks({ bundle: { id, tags, left } }: { bundle: Bundle }) {
  const { t } = useTranslation('bundles');
  const purchased = useLineBundles()?.bought.includes(id) ?? false;
  const shown = tags.filter((tag) => tag !== 'feature');
  if (shown.length === 0 && left === undefined && !purchased) {
    return null;
  }
  return (
    <Group component="p" gap={6.4} align="stretch">
      {shown.map((tag) => (
        <span key={tag} className="pill">
          {t(`tags.${tag}`)}
        </span>
      ))}
      {purchased && <span className="pill">{t('tags.purchased')}</span>}
      {left !== undefined && (
        <span className="pill">{left > 0 ? t('left', { count: left }) : t('soldOut')}</span>
      )}
    </Group>
  );
}

/** The lines that may buy the bundle, and the end of its sale. */
export function Terms({ bundle: { subscriptions, single, renews, endsAt } }: { bundle: Bundle }) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const only = subscriptions.length === 1 ? subscriptions[0] : undefined;
  if (!only && !single && !renews && !endsAt) {
    return null;
  }
  return (
    <ul className="bullets dimmed">
      {only && <li>{t(`for.${only}`)}</li>}
      {single && <li>{t('single')}</li>}
      {renews && <li>{t('renewable')}</li>}
      {endsAt && <li>{t('until', { day: day(endsAt, language) })}</li>}
    </ul>
  );
}
