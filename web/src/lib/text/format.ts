import type { Language } from './language';

/** Both languages use Western digits, Gregorian dates and 12-hour Riyadh time. */
export const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-SA-u-nu-latn-ca-gregory' };
const zone = 'Asia/Riyadh';

/** Formats halalas as riyals; shows decimals only if there are any. */
export const riyals = (halalas: number): string =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: halalas % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(halalas / 100);

export const timeOfDay = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: zone,
  }).format(new Date(iso));

export const day = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  }).format(new Date(iso));

/** Formats a near day without its year: Sunday 22 November. */
export const weekday = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: zone,
  }).format(new Date(iso));

/** Formats a span of near days: Sunday 29 November – Tuesday 1 December. A span of a single day is that day. */
export const daySpan = (first: string, last: string, language: Language): string =>
  first === last ? weekday(first, language) : `${weekday(first, language)} – ${weekday(last, language)}`;

export const dayAndTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: zone,
  }).format(new Date(iso));

/** Formats seconds as 23:59:58. */
export const longClock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${clock(seconds % 3600).padStart(5, '0')}`;

/** Formats seconds as 4:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const calendarNames = { gregorian: 'gregory', hijri: 'islamic-umalqura' };

/**
 * Returns the twelve months of a calendar in order. A day in the middle of a month lies in that month in each
 * calculation of the calendar.
 */
export function monthNames(calendar: keyof typeof calendarNames, language: Language): string[] {
  const locale = `${language}-u-ca-${calendarNames[calendar]}`;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const [year, middleOfFirst, length] = calendar === 'hijri' ? [2024, 202, 29.53] : [2025, 15, 30.44];
  return Array.from({ length: 12 }, (_, month) =>
    name.format(Date.UTC(year, 0, middleOfFirst + Math.round(month * length))),
  );
}
