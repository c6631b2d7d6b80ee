import { useTranslation } from 'react-i18next';
import type { FreeData } from '@/api/gen-purchases';
import { useQuantity } from '@/lib/text/use-quantity';

/** Returns a text about the free data of a data pack and its validity. */
export function useFreeData() {
  const { t } = useTranslation('recharge');
  const quantity = useQuantity();
  return ({ megabytes, validityDays }: FreeData): string =>
    t('data.free', { amount: quantity(megabytes, 'MB'), count: validityDays });
}
