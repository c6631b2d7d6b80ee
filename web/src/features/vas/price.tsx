import { useTranslation } from 'react-i18next';
import type { VasService } from '@/api/gen-vas';
import { Money } from '@/components/money';

/** The price of a cycle, and its length. */
export function Price({ price, cycleDays, billed }: Pick<VasService, 'price' | 'cycleDays' | 'billed'>) {
  const { t } = useTranslation('vas');
  return (
    <>
      <Money amount={price} /> <small>{t(billed ? 'billedCycle' : 'cycle', { count: cycleDays })}</small>
    </>
  );
}
