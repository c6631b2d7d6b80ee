import { useTranslation } from 'react-i18next';
import type { Rates } from '@/api/gen-plans';
import { Money } from '@/components/money';
import classes from './rate-list.module.css';

/** The prices of the network after the allowances are used up. */
export function RateList({ rates }: { rates: Rates }) {
  const { t } = useTranslation('plans');
  if (rates.length === 0) {
    return <p className="dimmed">{t('rates.none')}</p>;
  }
  return (
    <>
      <p className="dimmed">{t('rates.lead')}</p>
      <dl className={classes.facts}>
        {rates.map(({ key, name, unit, price }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <Money amount={price} freeWhenZero /> {t(`rates.per.${unit}`)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
