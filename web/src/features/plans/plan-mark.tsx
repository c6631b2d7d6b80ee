import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';
import classes from './plans.module.css';

/** The badge of a plan, if it has one. */
export function PlanMark({ plan: { featured, promoted } }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  if (!featured && !promoted) {
    return null;
  }
  return (
    <p className={classes.marks}>
      {promoted && <span className={classes.mark}>{t('promoted')}</span>}
      {featured && <span className={classes.mark}>{t('featured')}</span>}
    </p>
  );
}
