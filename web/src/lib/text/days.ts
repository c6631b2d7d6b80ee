import { locales } from './format';
import type { Language } from './language';

/** Returns the last day of a period that ends at midnight: the day before the end. */
export const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

/** Formats the first and last day of a period that ends at midnight. */
export const days = (from: string, until: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Riyadh',
  }).formatRange(new Date(from), new Date(Math.max(Date.parse(from), Date.parse(until) - 1)));

const millisecondsADay = 24 * 60 * 60 * 1000;

/** Returns the day in Riyadh after the given number of days, in the form of a date field: YYYY-MM-DD. */
export const dayAhead = (ahead: number, now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh', dateStyle: 'short' }).format(
    now + ahead * millisecondsADay,
  );

/** The maximum number of days between a purchase and its start: EffectiveDate of the contract. */
export const latestStart = 90;
