import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-session';
import { Money } from '@/components/money';

/** What a plan costs, how often, and that VAT is in it. */
export function PlanPrice({ price, validityDays }: Pick<Plan, 'price' | 'validityDays'>) {
  const { t } = useTranslation(['my-plan', 'dashboard']);
  return (
    <>
      <Money amount={price} freeWhenZero /> {t('dashboard:plan.every', { count: validityDays })}
      {price > 0 && `${t('comma')}${t('withVat')}`}
    </>
  );
}
