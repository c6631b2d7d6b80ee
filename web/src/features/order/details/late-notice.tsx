import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** That the order takes longer than usual, and the new time as long as that is one. */
export function LateNotice({ late }: { late: NonNullable<Order['late']> }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  return (
    <Notice tone="warning" title={t('late.title')}>
      <p style={{ margin: 0 }}>
        {late.expectedBy
          ? t('late.until', { time: dayAndTime(late.expectedBy, language) })
          : t('late.unknown')}
      </p>
    </Notice>
  );
}
