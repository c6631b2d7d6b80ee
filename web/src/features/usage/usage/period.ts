import { dayAhead } from '@/lib/text/days';

/** Days until today; anything else is a month, YYYY-MM. */
const recent = { '7': 7, '30': 30 } as const;

export const usualPeriod = '30';

/** How many months there are to choose from, with this one: what is older is not kept. */
const monthsKept = 24;

/** This month in Riyadh and those before it, the newest first. */
export function monthsUntil(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: monthsKept }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

const isRecent = (period: string): period is keyof typeof recent => period in recent;

/** A period as the address has it; what it does not know is the usual one. */
export const periodOf = (text: string | null): string =>
  text && (isRecent(text) || monthsUntil(dayAhead(0)).includes(text)) ? text : usualPeriod;

/** The first and the last day of a period. */
export function daysOf(period: string): { from: string; to: string } {
  if (isRecent(period)) {
    return { from: dayAhead(1 - recent[period]), to: dayAhead(0) };
  }
  const [year = 0, month = 0] = period.split('-').map(Number);
  return { from: `${period}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** Every day from one to another. */
export function daysBetween(from: string, to: string): string[] {
  const all: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * 60 * 60 * 1000) {
    all.push(new Date(at).toISOString().slice(0, 10));
  }
  return all;
}
