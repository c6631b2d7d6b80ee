import { useTranslation } from 'react-i18next';
import type { AutoRecharge } from '@/api/gen-purchases';
import { useLanguage } from '@/lib/text/use-language';
import { weekdays } from './wanted';

/** Returns the frequency as a text. */
export function useCadence() {
  const { t } = useTranslation('auto-recharge');
  const language = useLanguage();
  return ({
    frequency,
    weekday = 0,
    day = 1,
  }: Pick<AutoRecharge, 'frequency' | 'weekday' | 'day'>): string =>
    frequency === 'weekly'
      ? t('cadence.weekly', { weekday: weekdays(language)[weekday] })
      : t('cadence.monthly', { day });
}
