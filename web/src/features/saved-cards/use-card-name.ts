import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { useCardBrand } from '@/components/payment/use-means';

/** Returns the name of a card for the middle of a sentence. */
export function useCardName() {
  const { t } = useTranslation('saved-cards');
  const brandOf = useCardBrand();
  return ({ brand, last4 }: SavedCard): string =>
    t('name', { brand: brandOf(brand), last4: `\u2066${last4}\u2069` });
}
