import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { stepPath } from '@/features/order/model/order-steps';
import { useLanguage } from '@/lib/text/use-language';
import classes from './home-page.module.css';

const ways = { esim: 'sim=esim', bring: 'number=port-in' } as const;

/** Other ways to order: an eSIM instead of a card, or a number from another operator. */
export function OtherWays() {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const start = stepPath(language, 'purchase-type-selection');
  return (
    <ul className={classes.ways}>
      {(['esim', 'bring'] as const).map((way) => (
        <li key={way}>
          <Link to={`${start}?${ways[way]}`}>{t(`ways.${way}`)}</Link>
          <small>{t(`ways.${way}Text`)}</small>
        </li>
      ))}
    </ul>
  );
}
