import { isoDate, isRealDay } from '@/lib/form/birth-date';
import { latinDigits } from '@/lib/text/digits';

/** Riyadh has no summer time. */
const riyadh = '+03:00';
const riyadhMs = 3 * 60 * 60 * 1000;

/** Whether a day and a time of 24 hours are typed whole, as `2026-11-28T14:30`. A Hijri year is refused. */
export const isMoment = (typed: string): boolean =>
  /^2\d{3}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(typed) && isRealDay(typed.slice(0, 10));

/** Whether a field that may stay empty is either empty or typed whole. */
export const isMomentOrEmpty = (typed: string): boolean => typed === '' || isMoment(typed);

/** The day and the time of a moment as they are typed. */
export function partsOfMoment(typed: string): { day: string; time: string } {
  const [day = '', time = ''] = typed.split('T');
  return { day, time };
}

/** 9:05, 905 and ٩:٠٥ are 09:05. A text that is no time of 24 hours stays as it is. */
function timeOf(typed: string): string {
  const parts = /^(\d{1,2})[:.٫]?(\d{2})$/.exec(latinDigits(typed).replace(/[\p{Cf}\p{White_Space}]/gu, ''));
  return parts ? `${parts[1]?.padStart(2, '0')}:${parts[2]}` : typed;
}

/** A moment of the parts typed so far; empty where nothing is typed. */
export const momentTyped = ({ day, time }: { day: string; time: string }): string =>
  day || time ? `${isoDate(day)}T${timeOf(time)}` : '';

/** A time as typed, in Riyadh, as the server wants it; undefined where there is none. */
export const momentOf = (typed: string): string | undefined =>
  isMoment(typed) ? new Date(`${typed}${riyadh}`).toISOString() : undefined;

/** The same the other way round, for a field. */
export const typedOf = (iso: string | undefined): string =>
  iso === undefined ? '' : new Date(Date.parse(iso) + riyadhMs).toISOString().slice(0, 16);
