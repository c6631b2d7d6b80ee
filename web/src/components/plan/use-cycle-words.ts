import { useTranslation } from 'react-i18next';

interface Cycle {
  validityDays: number;
  cycleMonths?: number | undefined;
  /** A plan that does not renew is paid once. */
  renews?: boolean;
}

/** Returns the period of a plan's price: calendar months or days, each time or once. */
export function useCycleWords() {
  const { t } = useTranslation('dashboard');
  return ({ validityDays, cycleMonths, renews = true }: Cycle) =>
    cycleMonths
      ? t(renews ? 'plan.everyMonth' : 'plan.onceMonths', { count: cycleMonths })
      : t(renews ? 'plan.every' : 'plan.once', { count: validityDays });
}
