import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** What keeps this order and many others from going on, and by when that should be over. */
export function IncidentNotice({ incident }: { incident: NonNullable<Order['incident']> }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { texts, until } = incident;
  return (
    <Notice tone="warning" title={t('incident.title')}>
      {texts.map((text) => (
        <p key={text} style={{ margin: 0 }}>
          {text}
        </p>
      ))}
      <p style={{ margin: '0.4rem 0 0' }}>
        {until ? t('incident.until', { time: dayAndTime(until, language) }) : t('incident.unknown')}
      </p>
    </Notice>
  );
}
