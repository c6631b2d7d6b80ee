import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';

/** The badge of a plan, if it has one. */
export function PlanMark({ plan: { featured, promoted } }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  if (!featured && !promoted) {
    return null;
  }
  return (
    <p className="row tight">
      {promoted && <span className="pill">{t('promoted')}</span>}
      {featured && <span className="pill">{t('featured')}</span>}
    </p>
  );
}
