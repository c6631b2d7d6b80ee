import { useTranslation } from 'react-i18next';

const brands = ['MADA', 'VISA', 'MASTER'] as const;
const wallet = 'STCPAY';

/** Tells whether the payment was made with a wallet, as soon as its brand is known. */
export const isWallet = ({ brand }: { brand?: string | undefined }): boolean => brand === wallet;

/** Returns the brand of a card as customers write it. A brand without a text stays as the bank writes it. */
export function useCardBrand() {
  const { t } = useTranslation('common');
  return (brand: string): string => {
    const known = brands.find((candidate) => candidate === brand);
    return known ? t(`card.${known}`) : brand;
  };
}

/** Returns the payment method by its last digits: a card's number, or the mobile number of a wallet. */
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
