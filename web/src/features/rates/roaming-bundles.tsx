import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Bundle } from '@/api/gen-rates';
import { Money } from '@/components/money';
import { useOpenPath } from '@/lib/session/use-open-path';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './rates.module.css';

interface Props {
  title: string;
  bundles: Bundle[];
}

/** Bundles for a country; each name links to its page. */
export function RoamingBundles({ title, bundles }: Props) {
  const { t } = useTranslation('rates');
  const quantity = useQuantity();
  const pages = useOpenPath('bundles');
  if (bundles.length === 0 || !pages) {
    return null;
  }
  return (
    <section>
      <p className={classes.operator}>{title}</p>
      <ul className={classes.bundles}>
        {bundles.map(({ id, name, items, validityDays, total }) => (
          <li key={id}>
            <Link to={`${pages}/${id}`}>{name}</Link> <Money amount={total} />{' '}
            <span className="dimmed">
              {items.map(({ unit, amount }) => quantity(amount, unit)).join(' · ')} ·{' '}
              {t('roaming.days', { count: validityDays })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
