import { useTranslation } from 'react-i18next';
import { Money } from '@/components/money';

/** What a cycle costs, and how long it is. */
export function Price({ price, cycleDays }: { price: number; cycleDays: number }) {
  const { t } = useTranslation('services');
  return (
    <>
      <Money amount={price} /> <small>{t('cycle', { count: cycleDays })}</small>
    </>
  );
}
