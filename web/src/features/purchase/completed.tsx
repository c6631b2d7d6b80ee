import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Purchase } from '@/api/gen-purchases';
import { Scene } from '@/brand/scene';
import { Money } from '@/components/money';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Facts } from './facts';
import { isTransfer } from './kinds';
import { StateCard } from './state-card';

/** The charge that checked a card is refunded. */
function CardCheck({ total, refundedAt }: Purchase) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  return (
    <p>
      {t('cardCheck')} <Money amount={total} />.{' '}
      {refundedAt ? t('cardBack', { day: day(refundedAt, language) }) : t('cardReturns')}
    </p>
  );
}

/** The purchase succeeded: the page shows the result. */
export function Completed({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const [params] = useSearchParams();
  const { kind } = purchase;
  const friend = purchase.forFriend && kind !== 'gift' && !isTransfer(purchase);
  const bought = kind === 'bundle' && params.has('add-on') ? 'addOn' : kind;
  return (
    <StateCard mark={<Scene of="success" />} title={t(`completed.${friend ? 'friend' : bought}`)}>
      {kind === 'card' && <CardCheck {...purchase} />}
      <Facts purchase={purchase} />
    </StateCard>
  );
}
