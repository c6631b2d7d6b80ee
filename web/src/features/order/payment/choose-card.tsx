import { useTranslation } from 'react-i18next';
import type { KeptCard } from '@/api/gen-lines';
import { Ltr } from '@/components/ltr';
import { RadioCards } from '../components/radio-cards';
import classes from './choose-card.module.css';
import { otherCard } from './kept-cards';
import { SchemeMark } from './scheme-marks';
import { useCardBrand } from './use-card-brand';

interface Props {
  cards: readonly KeptCard[];
  value: string;
  onChange: (choice: string) => void;
}

const expiryOf = ({ expiryMonth, expiryYear }: KeptCard) =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

/** One of the kept cards, or another one. */
export function ChooseCard({ cards, value, onChange }: Props) {
  const { t } = useTranslation('order');
  const brandOf = useCardBrand();
  const kept = cards.map((card) => ({
    value: card.id,
    disabled: card.expired,
    title: (
      <span className={classes.card}>
        <SchemeMark scheme={card.brand} />
        {brandOf(card.brand)} <Ltr>•••• {card.last4}</Ltr>
      </span>
    ),
    hint: (
      <>
        {t(card.expired ? 'payment.expired' : 'payment.expires')} <Ltr>{expiryOf(card)}</Ltr>
      </>
    ),
  }));
  return (
    <RadioCards
      legend={t('payment.kept')}
      name="card"
      value={value}
      cards={[...kept, { value: otherCard, title: t('payment.otherCard') }]}
      onChange={onChange}
    />
  );
}
