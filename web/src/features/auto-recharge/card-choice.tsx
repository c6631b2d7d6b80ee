import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SavedCard } from '@/api/gen-lines';
import { RadioCards } from '@/components/choice/radio-cards';
import { Notice } from '@/components/notice';
import { CardExpiry, CardLabel } from '@/components/payment/card-label';
import { usePath } from '@/lib/site/use-path';

interface Props {
  cards: readonly SavedCard[];
  value: string | undefined;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** Tells whether a card is still valid. Without one the form cannot be sent. */
export const anyPays = (cards: readonly SavedCard[]): boolean => cards.some(({ expired }) => !expired);

/** A choice among saved cards, because only they can pay without the customer. */
export function CardChoice({ cards, value, error, onChange }: Props) {
  const { t } = useTranslation('auto-recharge');
  const toCards = usePath('cards');
  const add = toCards && <Link to={toCards}>{t('card.add')}</Link>;
  if (!anyPays(cards)) {
    return (
      <Notice tone="warning" action={add}>
        {t('card.none')}
      </Notice>
    );
  }
  return (
    <div>
      <RadioCards
        legend={t('card.legend')}
        name="card"
        value={value}
        cards={cards.map((card) => ({
          value: card.id,
          disabled: card.expired,
          title: <CardLabel {...card} />,
          hint: <CardExpiry {...card} />,
        }))}
        error={error}
        onChange={onChange}
      />
      <p>{add}</p>
    </div>
  );
}
