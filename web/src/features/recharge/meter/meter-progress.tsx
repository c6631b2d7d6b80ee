import { useTranslation } from 'react-i18next';
import type { RechargeMeter } from '@/api/gen-purchases';
import { Progress } from '@/components/ui/progress';
import classes from './meter.module.css';

/** The progress to the next bonus; for a plan with its own bonus, the size of that bonus. */
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
      <Progress label={t('meter.title')} part={count / Math.max(needed, 1)} text={progress} />
      <p className={classes.left}>{t('meter.left', { count: Math.max(0, needed - count) })}</p>
    </div>
  );
}
