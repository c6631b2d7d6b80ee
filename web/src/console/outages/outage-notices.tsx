import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Outage } from '@/api/gen-support';
import { Notice } from '@/components/notice';
import { consolePath } from '@/lib/session/return-path';
import { timeOfDay } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { sinceIn, useOutages } from './use-outages';

const outagePath = (language: Language, partner: string): string =>
  `${consolePath(language)}/outages/${partner}`;

function One({ of, now }: { of: Outage; now: string }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { partner, name, since, lastTriedAt, orders, purchases } = of;
  const waits = [
    ...(orders > 0 ? [t('outages.orders', { count: orders })] : []),
    ...(purchases > 0 ? [t('outages.purchases', { count: purchases })] : []),
  ];
  return (
    <Notice
      tone="warning"
      title={t('outages.away', { name, since: sinceIn(since, now, language) })}
      action={
        waits.length > 0 && <Link to={outagePath(language, partner)}>{t('outages.look', { name })}</Link>
      }
    >
      {waits.length > 0 ? waits.join(' · ') : t('outages.noneWaits')}{' '}
      {t('outages.lastTried', { time: timeOfDay(lastTriedAt, language) })}
    </Notice>
  );
}

/**
 * The partners that do not answer now. The list refreshes by itself, so that an outage appears and disappears
 * within a minute.
 */
export function OutageNotices() {
  const { data } = useOutages();
  return data?.items.map((outage) => <One key={outage.partner} of={outage} now={data.serverTime} />);
}
