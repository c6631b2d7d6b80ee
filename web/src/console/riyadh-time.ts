import { isoDate, isRealDay } from '@/lib/form/birth-date';
import { latinDigits } from '@/lib/text/digits';

/** Riyadh has no summer time. */
const riyadh = '+03:00';
const riyadhMs = 3 * 60 * 60 * 1000;

/**
 * Tells whether a day and a 24-hour time are complete, such as `2026-11-28T14:30`. A Hijri year is refused.
 */
export const isMoment = (typed: string): boolean =>
  /^2\d{3}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(typed) && isRealDay(typed.slice(0, 10));

/** Tells whether an optional field is either empty or complete. */
export const isMomentOrEmpty = (typed: string): boolean => typed === '' || isMoment(typed);

/** Returns the day and the time of a moment as typed. */
export function partsOfMoment(typed: string): { day: string; time: string } {
  const [day = '', time = ''] = typed.split('T');
  return { day, time };
}

/** Reads 9:05, 905 and ٩:٠٥ as 09:05. A text that is no 24-hour time stays unchanged. */
function timeOf(typed: string): string {
  const parts = /^(\d{1,2})[:.٫]?(\d{2})$/.exec(latinDigits(typed).replace(/[\p{Cf}\p{White_Space}]/gu, ''));
  return parts ? `${parts[1]?.padStart(2, '0')}:${parts[2]}` : typed;
}

/** Joins the typed parts into a moment; empty if nothing is typed. */
export const momentTyped = ({ day, time }: { day: string; time: string }): string =>
  day || time ? `${isoDate(day)}T${timeOf(time)}` : '';

/** Converts a typed Riyadh time to the server's form; undefined if there is none. */
export const momentOf = (typed: string): string | undefined =>
  isMoment(typed) ? new Date(`${typed}${riyadh}`).toISOString() : undefined;

/** Converts a time of the server to the form of a field. */
export const typedOf = (iso: string | undefined): string =>
  iso === undefined ? '' : new Date(Date.parse(iso) + riyadhMs).toISOString().slice(0, 16);
