import type { OpeningDay } from '@/api/gen-shops';
import { locales } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

const order: OpeningDay['day'][] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Returns the names of weekdays, in Riyadh time. */
export function useDayNames() {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], {
    weekday: 'long',
    timeZone: 'Asia/Riyadh',
  });
  return {
    weekdayOf: (iso: string): string => format.format(new Date(iso)),
    /** The first of March 2026 was a Sunday. */
    nameOf: (day: OpeningDay['day']): string =>
      format.format(new Date(Date.UTC(2026, 2, 1 + order.indexOf(day), 9))),
  };
}
