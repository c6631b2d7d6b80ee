import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';

type Props = Pick<Order, 'stage' | 'canCorrectAddress'>;

/** Where an order stands, in a word; held for its address, what the customer can do. */
export default function OrderStage({ stage, canCorrectAddress }: Props) {
  const { t } = useTranslation('find-order');
  return <strong>{t(canCorrectAddress ? 'stage.address-refused' : `stage.${stage}`)}</strong>;
}
