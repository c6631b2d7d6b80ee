import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';

type Props = Pick<Order, 'stage' | 'canCorrectAddress'>;

/** The state of an order in a word; an order held for its address says that the customer can correct it. */
export default function OrderStage({ stage, canCorrectAddress }: Props) {
  const { t } = useTranslation('find-order');
  return <strong>{t(canCorrectAddress ? 'stage.address-refused' : `stage.${stage}`)}</strong>;
}
