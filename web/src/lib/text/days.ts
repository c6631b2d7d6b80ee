import { locales } from './format';
import type { Language } from './language';

/** A time that ends at a midnight ends with the day before it. */
export const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

/** From the first to the last day of a time that ends at a midnight. */
export const days = (from: string, until: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Riyadh',
  }).formatRange(new Date(from), new Date(Math.max(Date.parse(from), Date.parse(until) - 1)));

const millisecondsADay = 24 * 60 * 60 * 1000;

/** The day in Riyadh that is so many days ahead, as a field of a date has it: YYYY-MM-DD. */
export const dayAhead = (ahead: number, now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh', dateStyle: 'short' }).format(
    now + ahead * millisecondsADay,
  );

/** How many days ahead something may begin that is bought today: EffectiveDate of the contract. */
export const latestStart = 90;
