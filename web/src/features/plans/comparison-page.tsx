import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';
import { Comparison, type Feature } from '@/components/comparison/comparison';
import { useAllowanceFeatures } from '@/components/comparison/use-allowance-features';
import { useCompared } from '@/components/comparison/use-compared';
import { Money } from '@/components/money';
import { usePlanWords } from './use-plan-words';
import { usePlans } from './use-plans';

function useFeatures(plans: Plan[]): Feature<Plan>[] {
  const { t } = useTranslation('plans');
  const words = usePlanWords();
  const allowances = useAllowanceFeatures(plans, words.amount);
  return [
    [t('price'), (plan) => <Money amount={plan.price} freeWhenZero />],
    [t('fact.period'), words.period],
    ...allowances,
    [t('fact.type'), (plan) => t(`type.${plan.kind === 'data' ? 'data' : plan.subscriptionType}`)],
    [t('fact.commitment'), words.commitment],
    [t('fact.freeNumbers'), words.freeNumbers],
  ];
}

/** Compares the two or three plans in the address. */
export function ComparisonPage() {
  const { plans, isPending, error, refetch } = usePlans(useCompared().ids);
  const features = useFeatures(plans);
  return <Comparison of="plans" items={plans} {...{ features, isPending, error }} onRetry={refetch} />;
}
