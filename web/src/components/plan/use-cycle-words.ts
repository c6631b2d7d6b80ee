import { useTranslation } from 'react-i18next';

/** How often the price of a plan that renews itself is paid: by months of the calendar, or by days. */
export function useCycleWords() {
  const { t } = useTranslation('dashboard');
  return ({ validityDays, cycleMonths }: { validityDays: number; cycleMonths?: number }) =>
    cycleMonths ? t('plan.everyMonth', { count: cycleMonths }) : t('plan.every', { count: validityDays });
}
