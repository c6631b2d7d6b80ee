import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';

type Props = Pick<Order, 'stage' | 'canCorrectAddress'>;

/**
 * The state of an order as a word. For an order that is held because of its address, the text says that the
 * customer can correct it.
 */
export default function OrderStage({ stage, canCorrectAddress }: Props) {
  const { t } = useTranslation('find-order');
  return <strong>{t(canCorrectAddress ? 'stage.address-refused' : `stage.${stage}`)}</strong>;
}
