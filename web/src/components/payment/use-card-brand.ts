import { useTranslation } from 'react-i18next';

const brands = ['MADA', 'VISA', 'MASTER'] as const;

/** A card's brand as customers write it; one the site has no word for stays as the bank writes it. */
export function useCardBrand() {
  const { t } = useTranslation('common');
  return (brand: string): string => {
    const known = brands.find((candidate) => candidate === brand);
    return known ? t(`card.${known}`) : brand;
  };
}
