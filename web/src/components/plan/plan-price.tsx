import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-session';
import { Money } from '@/components/money';
import { useCycleWords } from './use-cycle-words';

/** The price of a plan, its period, and a note that VAT is included. */
export function PlanPrice(plan: Pick<Plan, 'price' | 'validityDays' | 'cycleMonths'>) {
  const { t } = useTranslation();
  const cycle = useCycleWords();
  const { price } = plan;
  return (
    <>
      <Money amount={price} freeWhenZero /> {cycle(plan)}
      {price > 0 && ` (${t('money.withVat')})`}
    </>
  );
}
