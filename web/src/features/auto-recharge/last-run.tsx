import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AutoRechargeRun } from '@/api/gen-purchases';
import { Notice } from '@/components/notice';
import { usePath } from '@/lib/site/use-path';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

const tones = {
  trying: 'info',
  confirm: 'warning',
  waiting: 'warning',
  recharged: 'positive',
  failed: 'negative',
  missed: 'warning',
  stopped: 'info',
} as const satisfies Record<AutoRechargeRun['status'], string>;

/** The last run, and the action that the customer still has to take. */
export function LastRun({ run }: { run: AutoRechargeRun }) {
  const { t } = useTranslation('auto-recharge');
  const language = useLanguage();
  const purchases = usePath('purchase');
  const { status, date, nextTry, reason, purchaseId } = run;
  const to = purchases && purchaseId && `${purchases}/${purchaseId}`;
  return (
    <Notice
      tone={tones[status]}
      title={t(`last.${status}`, { day: day(date, language) })}
      action={to && <Link to={to}>{t(status === 'confirm' ? 'last.confirmNow' : 'last.see')}</Link>}
    >
      {reason?.message}
      {nextTry && <p>{t('last.again', { when: dayAndTime(nextTry, language) })}</p>}
    </Notice>
  );
}
