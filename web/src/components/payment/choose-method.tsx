import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '@/components/choice/radio-cards';
import { type AnyForm, useChosen } from '@/components/form/use-bound';
import { Money } from '@/components/money';
import { WordMark } from '@/components/word-mark';
import { CardExpiry, CardLabel } from './card-label';
import type { Means } from './means';
import { type Choices, isSufficient, type OtherMethod } from './payment-methods';
import { SchemeMarks } from './scheme-marks';

interface Props extends Choices {
  form: AnyForm<Means>;
  /** The values in the order of the list. */
  order: readonly string[];
  /** The present choice, which may be the default. */
  value: string;
  /** The method of a payment that was just declined. */
  declined?: string | undefined;
}

interface Words {
  title: ReactNode;
  hint?: ReactNode;
  mark: ReactNode;
}

/** Returns the name of each payment method except the saved cards. */
function useWords({ cards, balance }: Pick<Choices, 'cards' | 'balance'>): Record<OtherMethod, Words> {
  const { t } = useTranslation('payment');
  return {
    balance: {
      title: t('balance'),
      hint: balance && (
        <>
          {t(isSufficient(balance) ? 'balanceEnough' : 'balanceShort')} <Money amount={balance.left} />
        </>
      ),
      mark: <Wallet size={22} aria-hidden />,
    },
    card: {
      title: t(cards.length > 0 ? 'otherCard' : 'card'),
      hint: cards.length === 0 && t('accepted'),
      mark: <SchemeMarks />,
    },
    'stc-pay': {
      title: t('stcPay'),
      hint: t('stcPayHint'),
      mark: <WordMark text="stc pay" ground="#4f008c" />,
    },
  };
}

/** The mark of a method that was just declined. */
function Refused({ newCard }: { newCard: boolean }) {
  const { t } = useTranslation('payment');
  return <span className="negative strong">{t(newCard ? 'declinedCard' : 'declined')}</span>;
}

/** A choice among the saved cards and the other payment methods. */
export function ChooseMethod({ form, cards, others, balance, order, value, declined }: Props) {
  const { t } = useTranslation('payment');
  const { name, ref, onChange } = useChosen({ form, name: 'way' });
  const words = useWords({ cards, balance });
  const kept = cards.map((card) => ({
    value: card.id,
    disabled: card.expired,
    title: <CardLabel {...card} />,
    hint: <CardExpiry {...card} />,
  }));
  const rest = others.map((way) => ({
    value: String(way),
    disabled: way === 'balance' && balance !== undefined && !isSufficient(balance),
    ...words[way],
  }));
  const rows = [...kept, ...rest].map((row) =>
    row.value === declined ? { ...row, hint: <Refused newCard={declined === 'card'} /> } : row,
  );
  return (
    <RadioCards
      legend={t('payWith')}
      ref={ref}
      name={name}
      value={value}
      cards={order.flatMap((way) => rows.filter((row) => row.value === way))}
      onChange={onChange}
    />
  );
}
