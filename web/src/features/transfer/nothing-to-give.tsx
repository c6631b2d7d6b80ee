import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '@/components/notice';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { day, riyals, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';

type Props =
  | { why: 'limit' | 'wallets'; least?: never; until?: never }
  /** The smallest balance that allows a transfer, in halalas. */
  | { why: 'balance'; least: number; until?: never }
  | { why: 'guarded'; least?: never; until: string };

/** The reason why nothing can be transferred now, and the solution. */
export function NothingToGive({ why, least, until }: Props) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const quantity = useQuantity();
  const recharge = usePath('recharge');
  const tabs = { balance: '?tab=balanceRecharge', wallets: '?tab=dataRecharge' };
  const helps = (why === 'balance' || why === 'wallets') && recharge && recharge + tabs[why];
  const moment = until && { day: day(until, language), time: timeOfDay(until, language) };
  const needed = least === undefined ? quantity(settingsNow()?.dataTransferMinMb ?? 0, 'MB') : riyals(least);
  return (
    <Notice tone="warning" action={helps && <Link to={helps}>{t('none.recharge')}</Link>}>
      {t(`none.${why}`, { ...moment, least: needed })}
    </Notice>
  );
}
