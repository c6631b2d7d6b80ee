import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Recharge } from '@/api/gen-purchases';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import rows from '@/components/rows.module.css';
import { usePath } from '@/lib/site/use-path';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from '../history.module.css';

/** The number of a recharge. It links to the purchase if the customer made it. */
function NumberOf({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('usage');
  const path = usePath('purchase');
  const { id, number } = recharge;
  if (!id || !path) {
    return (
      <>
        {t('number')} <Ltr>{number}</Ltr>
      </>
    );
  }
  return (
    <Link to={`${path}/${id}`} aria-label={t('see', { number })}>
      <Ltr>{number}</Ltr>
    </Link>
  );
}

/** A recharge: its way, its amount, its time and its bonus. */
export function RechargeRow({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const quantity = useQuantity();
  const { kind, type, amount, bonus, data, byFriend, at } = recharge;
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.what}>
          {t(`kind.${kind}`)}
          {data && <> {quantity(data.megabytes, 'MB')}</>}
        </p>
        <p className={rows.dimmed}>
          <span>{t(`type.${type}`)}</span>
          {byFriend && <span>{t('byFriend')}</span>}
          <time dateTime={at}>
            {day(at, language)} {timeOfDay(at, language)}
          </time>
        </p>
        <p className={rows.dimmed}>
          <NumberOf recharge={recharge} />
        </p>
      </div>
      <div className={rows.amounts}>
        <Money amount={amount} />
        {bonus !== undefined && bonus > 0 && (
          <small className={classes.bonus}>
            {t('bonus')} <Money amount={bonus} />
          </small>
        )}
      </div>
    </li>
  );
}
