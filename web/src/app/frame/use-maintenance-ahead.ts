import { useTranslation } from 'react-i18next';
import { serverNow } from '@/lib/http/server-clock';
import { useSite } from '@/lib/site/site';
import { isAhead } from '@/lib/site/time-window';
import { day, dayAndTime, timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/**
 * Returns the notice of planned maintenance; undefined if none is planned. If maintenance begins and ends on
 * the same day, the day appears once.
 */
export function useMaintenanceAhead(): { title: string; text: string } | undefined {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const schedule = useSite()?.maintenanceSchedule;
  if (!schedule || !isAhead(schedule, serverNow())) {
    return undefined;
  }
  const { StartDate, EndDate, text } = schedule;
  const sameDay = day(StartDate, language) === day(EndDate, language);
  const end = (sameDay ? timeOfDay : dayAndTime)(EndDate, language);
  return { title: t('maintenance.ahead', { start: dayAndTime(StartDate, language), end }), text };
}
