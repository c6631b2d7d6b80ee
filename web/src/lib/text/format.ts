import type { Language } from './language';

/** Western digits in both languages, Gregorian dates, Riyadh time with its half of the day. */
export const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-SA-u-nu-latn-ca-gregory' };
const zone = 'Asia/Riyadh';

/** Halalas as riyals; halves are shown only where there are any. */
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

/** Sunday 22 November: a day soon enough to need no year. */
export const weekday = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: zone,
  }).format(new Date(iso));

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

/** Seconds as 23:59:58. */
export const longClock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${clock(seconds % 3600).padStart(5, '0')}`;

/** Seconds as 4:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const calendarNames = { gregorian: 'gregory', hijri: 'islamic-umalqura' };

/** The twelve months of a calendar, in order. A day in the middle of a month is in that month by every reckoning. */
export function monthNames(calendar: keyof typeof calendarNames, language: Language): string[] {
  const locale = `${language}-u-ca-${calendarNames[calendar]}`;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const [year, middleOfFirst, length] = calendar === 'hijri' ? [2024, 202, 29.53] : [2025, 15, 30.44];
  return Array.from({ length: 12 }, (_, month) =>
    name.format(Date.UTC(year, 0, middleOfFirst + Math.round(month * length))),
  );
}
