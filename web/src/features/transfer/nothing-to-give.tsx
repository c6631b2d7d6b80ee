import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '@/components/notice';
import { usePath } from '@/lib/site/use-path';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

type Props = { why: 'balance' | 'limit' | 'wallets'; until?: never } | { why: 'guarded'; until: string };

/** Why nothing can be given now, and what helps. */
export function NothingToGive({ why, until }: Props) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const recharge = usePath('recharge');
  const helps = (why === 'balance' || why === 'wallets') && recharge;
  const moment = until && { day: day(until, language), time: timeOfDay(until, language) };
  return (
    <Notice tone="warning" action={helps && <Link to={recharge}>{t('none.recharge')}</Link>}>
      {t(`none.${why}`, { ...moment })}
    </Notice>
  );
}
