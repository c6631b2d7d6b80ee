import { useTranslation } from 'react-i18next';
import type { Plan, PlanItem } from '@/api/gen-plans';
import { useCycleWords } from '@/components/plan/use-cycle-words';
import { useSite } from '@/lib/site/site';
import { useQuantity } from '@/lib/text/use-quantity';

/** Returns the texts that describe a plan. */
export function usePlanWords() {
  const { t } = useTranslation(['plans', 'dashboard', 'common']);
  const quantity = useQuantity();
  const percent = useSite()?.settings.vatPercent;
  return {
    period: useCycleWords(),
    vat: ({ priceIncludesVat }: Plan) => t(priceIncludesVat ? 'vat.with' : 'vat.without', { percent }),
    amount: ({ amount, unit }: PlanItem) =>
      amount === undefined ? t('dashboard:consumption.unlimited') : quantity(amount, unit),
    commitment: ({ commitmentMonths = 0 }: Plan) =>
      commitmentMonths > 0 ? t('commitment', { count: commitmentMonths }) : t('noCommitment'),
    freeNumbers: ({ freeNumberCategories: classes = [] }: Plan) =>
      classes.length > 0 ? classes.map((key) => t(`common:category.${key}`)).join(t('and')) : undefined,
    renewal: ({ renews }: Plan) => t(renews ? 'renews' : 'ends'),
  };
}
