import { useTranslation } from 'react-i18next';
import type { Game } from '@/api/gen-vas';
import { Money } from '@/components/money';
import { useLineType } from '@/lib/session/use-line-type';

/** The prices of a code from a balance and by card. A postpaid line has no balance. */
export function Prices({ of: { price, total } }: { of: Game['denominations'][number] }) {
  const { t } = useTranslation('games');
  if (useLineType() === 'postpaid') {
    return (
      <>
        <Money amount={total} /> {t('form.total')}
      </>
    );
  }
  return (
    <>
      {t('form.price')} <Money amount={price} /> · {t('form.total')} <Money amount={total} />
    </>
  );
}

/** The lowest price of a game, as the line can pay it. */
export function LowestPrice({ game: { denominations } }: { game: Game }) {
  const { t } = useTranslation('games');
  const byCard = useLineType() === 'postpaid';
  const lowest = Math.min(...denominations.map(({ price, total }) => (byCard ? total : price)));
  return (
    <>
      {t('from')} <Money amount={lowest} /> · {t(byCard ? 'form.total' : 'form.price')}
    </>
  );
}
