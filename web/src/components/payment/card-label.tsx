import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { Ltr } from '@/components/ltr';
import classes from './choose-method.module.css';
import { SchemeMark } from './scheme-marks';
import { useCardBrand } from './use-means';

/** A saved card: its mark, its brand and its last digits. */
export function CardLabel({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) {
  const brandOf = useCardBrand();
  return (
    <span className={classes.card}>
      <SchemeMark scheme={brand} />
      {brandOf(brand)} <Ltr>•••• {last4}</Ltr>
    </span>
  );
}

type Expiry = Pick<SavedCard, 'expiryMonth' | 'expiryYear' | 'expired'>;

/** The expiry date of a saved card. */
export function CardExpiry({ expiryMonth, expiryYear, expired }: Expiry) {
  const { t } = useTranslation('payment');
  return (
    <>
      {t(expired ? 'expired' : 'expires')}{' '}
      <Ltr>
        {String(expiryMonth).padStart(2, '0')}/{expiryYear}
      </Ltr>
    </>
  );
}
