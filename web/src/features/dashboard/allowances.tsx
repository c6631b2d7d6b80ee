import { useTranslation } from 'react-i18next';
import type { Consumption } from '@/api/gen-session';
import { AllowanceIcon } from '@/components/allowance-icon';
import { allowanceName } from '@/lib/text/allowance';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './allowances.module.css';

const nearlyNothing = 0.1;

function Meter({
  name,
  left,
  total,
  unit,
}: { name: string; left: number } & Required<Pick<Consumption, 'total' | 'unit'>>) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  return (
    <meter
      className={classes.meter}
      aria-label={name}
      aria-valuetext={t('consumption.meter', {
        name,
        left: quantity(left, unit),
        total: quantity(total, unit),
      })}
      data-low={left <= total * nearlyNothing || undefined}
      max={Math.max(total, 1)}
      value={left}
    />
  );
}

function Amounts({ type, unit, used, total }: Consumption) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  if (total === undefined) {
    return (
      <>
        <p className={classes.left}>{t('consumption.unlimited')}</p>
        <p className={classes.of}>{t('consumption.used', { amount: quantity(used, unit) })}</p>
      </>
    );
  }
  const left = Math.max(0, total - used);
  return (
    <>
      <p className={classes.left}>
        {left > 0 ? t('consumption.left', { amount: quantity(left, unit) }) : t('consumption.usedUp')}
      </p>
      <p className={classes.of}>{t('consumption.of', { amount: quantity(total, unit) })}</p>
      <Meter name={t(`allowance.${allowanceName(type)}`)} left={left} total={total} unit={unit} />
    </>
  );
}

function Allowance(consumption: Consumption) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { type, valid_until: until } = consumption;
  return (
    <li className="card">
      <h3 className={classes.name}>
        <AllowanceIcon type={type} />
        {t(`allowance.${allowanceName(type)}`)}
      </h3>
      <Amounts {...consumption} />
      {until && <p className={classes.until}>{t('consumption.validUntil', { day: day(until, language) })}</p>}
    </li>
  );
}

/** A line can have several of one type, as data of the plan and data bought: they end at different times. */
const bucketOf = ({ type, valid_until: until, total }: Consumption) => [type, until, total].join(' ');

/** What is left of each allowance of the plan. */
export function Allowances({ consumption }: { consumption: Consumption[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <section>
      <h2 className={classes.title}>{t('consumption.title')}</h2>
      {consumption.length === 0 ? (
        <p className={classes.empty}>{t('consumption.empty')}</p>
      ) : (
        <ul className={classes.list}>
          {consumption.map((allowance) => (
            <Allowance key={bucketOf(allowance)} {...allowance} />
          ))}
        </ul>
      )}
    </section>
  );
}
