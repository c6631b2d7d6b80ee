import InfinityMark from 'lucide-react/icons/infinity';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LineAllowance } from '@/api/gen-session';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { Ring } from '@/components/ring';
import { usePath } from '@/lib/site/use-path';
import { allowanceName } from '@/lib/text/allowance';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './allowances.module.css';

/** The remaining share below which customers are told that little is left. */
const littleLeft = 0.2;

const leftOf = ({ total = 0, used }: LineAllowance) => Math.max(0, total - used);
const isLow = (bucket: LineAllowance) =>
  bucket.total !== undefined && leftOf(bucket) <= bucket.total * littleLeft;

/** The ring, with its text for screen readers. */
function Meter({
  name,
  left,
  total,
  unit,
}: { name: string; left: number; total: number } & Pick<LineAllowance, 'unit'>) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  return (
    <meter
      className="visually-hidden"
      aria-label={name}
      aria-valuetext={t('consumption.meter', {
        name,
        left: quantity(left, unit),
        total: quantity(total, unit),
      })}
      max={Math.max(total, 1)}
      value={left}
    />
  );
}

function Amounts(bucket: LineAllowance) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  const { type, unit, used, total } = bucket;
  if (total === undefined) {
    return (
      <>
        <p className={classes.left}>{t('consumption.unlimited')}</p>
        <p className={classes.of}>{t('consumption.used', { amount: quantity(used, unit) })}</p>
      </>
    );
  }
  const left = leftOf(bucket);
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

/** A link to buy more; only data is sold without a plan. */
function AddData({ children }: { children: string }) {
  const path = usePath('recharge');
  return (
    path && (
      <Link className={classes.add} to={`${path}?tab=dataRecharge`}>
        <Plus size={18} aria-hidden />
        {children}
      </Link>
    )
  );
}

function Allowance(bucket: LineAllowance) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { type, total, valid_until: until } = bucket;
  const part = total === undefined ? 1 : leftOf(bucket) / Math.max(total, 1);
  return (
    <li className={`card ${classes.allowance}`} data-low={isLow(bucket) || undefined}>
      <Ring part={part} low={isLow(bucket)}>
        {total === undefined ? <InfinityMark size={24} /> : <AllowanceIcon type={type} size={22} />}
      </Ring>
      <div>
        <h3 className={classes.name}>{t(`allowance.${allowanceName(type)}`)}</h3>
        <Amounts {...bucket} />
        {until && (
          <p className={classes.until}>{t('consumption.validUntil', { day: day(until, language) })}</p>
        )}
      </div>
    </li>
  );
}

/**
 * Returns the key of an allowance. A line can have several of a type, such as plan data and bought data,
 * which end at different times.
 */
const bucketOf = ({ type, valid_until: until, total }: LineAllowance) => [type, until, total].join(' ');

/** The rest of each allowance of the plan, and the link to buy more. */
export function Allowances({ consumption }: { consumption: LineAllowance[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <section>
      <div className={classes.top}>
        <h2 className={classes.title}>{t('consumption.title')}</h2>
        <AddData>{t('consumption.add')}</AddData>
      </div>
      {consumption.length === 0 ? (
        <p className="dimmed">{t('consumption.empty')}</p>
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
