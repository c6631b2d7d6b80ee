import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '@/components/notice';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';

type Props = { why: 'balance' | 'limit' | 'wallets'; until?: never } | { why: 'guarded'; until: string };

/** The reason why nothing can be transferred now, and the solution. */
export function NothingToGive({ why, until }: Props) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const quantity = useQuantity();
  const recharge = usePath('recharge');
  const tabs = { balance: '?tab=balanceRecharge', wallets: '?tab=dataRecharge' };
  const helps = (why === 'balance' || why === 'wallets') && recharge && recharge + tabs[why];
  const moment = until && { day: day(until, language), time: timeOfDay(until, language) };
  const least = settingsNow()?.dataTransferMinMb ?? 0;
  return (
    <Notice tone="warning" action={helps && <Link to={helps}>{t('none.recharge')}</Link>}>
      {t(`none.${why}`, { ...moment, least: quantity(least, 'MB') })}
    </Notice>
  );
}
