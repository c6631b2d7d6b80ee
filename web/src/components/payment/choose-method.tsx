import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { RadioCards } from '@/components/choice/radio-cards';
import { type AnyForm, useChosen } from '@/components/form/use-bound';
import { Money } from '@/components/money';
import { WordMark } from '@/components/word-mark';
import { CardExpiry, CardLabel } from './card-label';
import type { Means } from './means';
import { type FromBalance, isSufficient, type OtherMethod } from './payment-methods';
import { SchemeMarks } from './scheme-marks';

interface Props {
  form: AnyForm<Means>;
  cards: readonly SavedCard[];
  others: readonly OtherMethod[];
  balance: FromBalance | undefined;
  /** The present choice, which may be the default. */
  value: string;
}

interface Words {
  title: ReactNode;
  hint?: ReactNode;
  mark: ReactNode;
}

/** Returns the name of each payment method except the saved cards. */
function useWords({ cards, balance }: Pick<Props, 'cards' | 'balance'>): Record<OtherMethod, Words> {
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
    'apple-pay': {
      title: t('applePay'),
      hint: t('applePayHint'),
      mark: <WordMark text="Apple Pay" ground="#000" />,
    },
    'stc-pay': {
      title: t('stcPay'),
      hint: t('stcPayHint'),
      mark: <WordMark text="stc pay" ground="#4f008c" />,
    },
  };
}

/** A choice among the saved cards and the other payment methods. */
export function ChooseMethod({ form, cards, others, balance, value }: Props) {
  const { t } = useTranslation('payment');
  const { name, ref, onChange } = useChosen({ form, name: 'way' });
  const words = useWords({ cards, balance });
  const kept = cards.map((card) => ({
    value: card.id,
    disabled: card.expired,
    title: <CardLabel {...card} />,
    hint: <CardExpiry {...card} />,
  }));
  const cardOf = (way: OtherMethod) => ({
    value: String(way),
    disabled: way === 'balance' && balance !== undefined && !isSufficient(balance),
    ...words[way],
  });
  // The balance comes first, because it is the default choice if it is sufficient.
  const first = others.filter((way) => way === 'balance').map(cardOf);
  const rest = others.filter((way) => way !== 'balance').map(cardOf);
  return (
    <RadioCards
      legend={t('payWith')}
      ref={ref}
      name={name}
      value={value}
      cards={[...first, ...kept, ...rest]}
      onChange={onChange}
    />
  );
}
