import { useTranslation } from 'react-i18next';

const brands = ['MADA', 'VISA', 'MASTER'] as const;
const wallet = 'STCPAY';

/** What an attempt to pay says that it is of, as soon as it says so. */
export const isWallet = ({ brand }: { brand?: string | undefined }): boolean => brand === wallet;

/** A card's brand as customers write it; one the site has no word for stays as the bank writes it. */
export function useCardBrand() {
  const { t } = useTranslation('common');
  return (brand: string): string => {
    const known = brands.find((candidate) => candidate === brand);
    return known ? t(`card.${known}`) : brand;
  };
}

/** What paid, by its end: a card's number, or the mobile of a wallet. */
export function useMeans() {
  const { t } = useTranslation('common');
  const brandOf = useCardBrand();
  return (brand: string, digits: string): string => {
    const last4 = `\u2066${digits}\u2069`;
    return isWallet({ brand })
      ? t('means.wallet', { last4 })
      : t('means.card', { brand: brandOf(brand), last4 });
  };
}
