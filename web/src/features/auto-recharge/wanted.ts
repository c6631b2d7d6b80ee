import type { AutoRecharge } from '@/api/gen-purchases';
import { locales } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';

export type Frequency = AutoRecharge['frequency'];

/** Returns the weekdays from Sunday (0) to Saturday (6). The first of February 2026 was a Sunday. */
export const weekdays = (language: Language): string[] => {
  const name = new Intl.DateTimeFormat(locales[language], { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => name.format(Date.UTC(2026, 1, day + 1)));
};

/** The days of a month. In a short month the last day replaces the missing ones. */
export const daysOfMonth = Array.from({ length: 31 }, (_, index) => index + 1);
