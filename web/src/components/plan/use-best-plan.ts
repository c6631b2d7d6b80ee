import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BestPlan } from '@/api/gen-lines';
import { getBestPlanOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useQuantity } from '@/lib/text/use-quantity';

/** Returns the sentence on the usage behind a suggestion. */
export function useUsedWords() {
  const { t } = useTranslation('sale');
  const quantity = useQuantity();
  return ({ type, unit, amount, included, days: count }: BestPlan['used']) => {
    const isSocial = type === 'social_media';
    const words = (of: number) =>
      isSocial ? t('best.social', { amount: quantity(of, unit) }) : quantity(of, unit);
    return included === undefined
      ? t('best.used', { used: words(amount), count })
      : t('best.usedOf', { used: quantity(amount, unit), included: words(included), count });
  };
}

/** Returns the plan that suits the chosen line best, with its reason; nothing for a guest or without one. */
export function useBestPlan(): { id: string; reason: string } | undefined {
  const { status, selected } = useSession();
  const words = useUsedWords();
  const { data } = useQuery({
    ...getBestPlanOptions(useLineCall()),
    enabled: status === 'signed-in' && selected !== undefined,
  });
  const best = data?.data.best;
  return best && { id: best.planId, reason: words(best.used) };
}
