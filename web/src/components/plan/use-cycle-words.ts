import { useTranslation } from 'react-i18next';

/** Returns the period of a plan that renews by itself: calendar months or days. */
export function useCycleWords() {
  const { t } = useTranslation('dashboard');
  return ({ validityDays, cycleMonths }: { validityDays: number; cycleMonths?: number }) =>
    cycleMonths ? t('plan.everyMonth', { count: cycleMonths }) : t('plan.every', { count: validityDays });
}
