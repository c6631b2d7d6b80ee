import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';

/** Where an order stands, in a word. */
export default function OrderStage({ stage }: Pick<Order, 'stage'>) {
  const { t } = useTranslation('find-order');
  return <strong>{t(`stage.${stage}`)}</strong>;
}
