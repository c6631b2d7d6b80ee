import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Notice } from '@/components/notice';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** Says that the order takes longer than usual, with the new time if it is in the future. */
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
