import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SavedCard } from '@/api/gen-lines';
import { ChoiceField } from '@/components/form/choice-field';
import { Notice } from '@/components/notice';
import { CardExpiry, CardLabel } from '@/components/payment/card-label';
import { usePath } from '@/lib/site/use-path';

/** Tells whether a card is still valid. Without one the form cannot be sent. */
export const anyPays = (cards: readonly SavedCard[]): boolean => cards.some(({ expired }) => !expired);

/** A choice among saved cards, because only they can pay without the customer. */
export function CardChoice({ cards }: { cards: readonly SavedCard[] }) {
  const { t } = useTranslation('auto-recharge');
  const form = useFormContext<{ cardId?: string }>();
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
      <ChoiceField
        form={form}
        name="cardId"
        legend={t('card.legend')}
        cards={cards.map((card) => ({
          value: card.id,
          disabled: card.expired,
          title: <CardLabel {...card} />,
          hint: <CardExpiry {...card} />,
        }))}
        missing={t('card.error')}
      />
      <p>{add}</p>
    </div>
  );
}
