import { useTranslation } from 'react-i18next';
import type { RechargeMeter } from '@/api/gen-purchases';
import classes from './meter.module.css';

/** How far it is to the next bonus; on a plan with a bonus of its own, what that gives. */
export function MeterProgress({ meter }: { meter: RechargeMeter }) {
  const { t } = useTranslation('recharge');
  const { count, needed, planPercent } = meter;
  if (planPercent) {
    return <p className={classes.said}>{t('meter.plan', { percent: planPercent })}</p>;
  }
  const progress = t('meter.progress', { count, needed });
  return (
    <div>
      <p className={classes.said}>{progress}</p>
      <progress
        className={classes.bar}
        aria-label={t('meter.title')}
        aria-valuetext={progress}
        max={Math.max(needed, 1)}
        value={count}
      />
      <p className={classes.left}>{t('meter.left', { count: Math.max(0, needed - count) })}</p>
    </div>
  );
}
