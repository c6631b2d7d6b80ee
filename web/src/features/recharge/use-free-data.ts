import { useTranslation } from 'react-i18next';
import type { FreeData } from '@/api/gen-purchases';
import { useQuantity } from '@/lib/text/use-quantity';

/** What comes with a data pack at no price, and how long it lasts. */
export function useFreeData() {
  const { t } = useTranslation('recharge');
  const quantity = useQuantity();
  return ({ megabytes, validityDays }: FreeData): string =>
    t('data.free', { amount: quantity(megabytes, 'MB'), count: validityDays });
}
