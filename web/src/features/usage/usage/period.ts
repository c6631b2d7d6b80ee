import { dayAhead } from '@/lib/text/days';

/** Days until today; any other period is a month, YYYY-MM. */
const recent = { '7': 7, '30': 30 } as const;

export const usualPeriod = '30';

/** The number of months in the choice, including this one: older usage is not stored. */
const monthsKept = 24;

/** Returns the present month in Riyadh and the months before it, the newest first. */
export function monthsUntil(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: monthsKept }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

const isRecent = (period: string): period is keyof typeof recent => period in recent;

/** Returns the period in an address; an invalid period becomes the default. */
export const periodOf = (text: string | null): string =>
  text && (isRecent(text) || monthsUntil(dayAhead(0)).includes(text)) ? text : usualPeriod;

/** Returns the first and the last day of a period. */
export function daysOf(period: string): { from: string; to: string } {
  if (isRecent(period)) {
    return { from: dayAhead(1 - recent[period]), to: dayAhead(0) };
  }
  const [year = 0, month = 0] = period.split('-').map(Number);
  return { from: `${period}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** Returns each day from the first to the last. */
export function daysBetween(from: string, to: string): string[] {
  const all: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * 60 * 60 * 1000) {
    all.push(new Date(at).toISOString().slice(0, 10));
  }
  return all;
}
