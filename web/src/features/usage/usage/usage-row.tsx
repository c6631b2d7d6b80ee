import { useTranslation } from 'react-i18next';
import type { UsageDetail } from '@/api/gen-usage';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import rows from '@/components/rows.module.css';
import { day, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';

const known = [
  'local_min',
  'int_min',
  'roaming_min',
  'data',
  'social_media',
  'wifi_data',
  'roaming_data',
  'sms',
] as const;

interface Props {
  detail: UsageDetail;
  /** The row stands under its day. */
  inDay?: boolean;
}

/**
 * A call, message or data session: its kind, the other party, its time, its amount, and its price beyond the
 * plan.
 */
export function UsageRow({ detail, inDay = false }: Props) {
  const { t } = useTranslation('usage');
  const language = useLanguage();
  const quantity = useQuantity();
  const { type, place, party, at, amount, unit, charged } = detail;
  const named = known.find((name) => name === type);
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.what}>{named ? t(`usage.type.${named}`) : t(`usage.place.${place}`)}</p>
        <p className={rows.dimmed}>
          {party && (
            <span>
              {t('usage.to')} <Ltr>{party}</Ltr>
            </span>
          )}
          <time dateTime={at}>
            {!inDay && day(at, language)} {timeOfDay(at, language)}
          </time>
        </p>
      </div>
      <div className={rows.amounts}>
        <span>{quantity(amount, unit)}</span>
        {charged > 0 ? (
          <Money amount={charged} />
        ) : (
          <small className={rows.dimmed}>{t('usage.included')}</small>
        )}
      </div>
    </li>
  );
}
