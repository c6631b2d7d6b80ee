import { halalasOf } from '@/lib/text/riyals';

/** The units of a typed duration, as the server reads them. */
export const durationUnits = ['ms', 's', 'm', 'h', 'd'] as const;

const lengths: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Converts a duration of the server, such as 1h10m, to the largest unit that needs no fraction. */
export function durationOf(value: string): { count: string; unit: string } {
  let ms = 0;
  for (const [, count, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    ms += Number(count) * (lengths[unit ?? ''] ?? 0);
  }
  if (ms === 0) {
    return { count: '0', unit: 'm' };
  }
  const unit = [...durationUnits].reverse().find((one) => ms % (lengths[one] ?? 1) === 0) ?? 'ms';
  return { count: String(ms / (lengths[unit] ?? 1)), unit };
}

const partsOf = (list: string): string[] => list.split(/[,،]/).filter((part) => part.trim() !== '');

/** Converts one or several numbers of the server from hundredths to decimals. */
export const decimalsOf = (value: string): string =>
  partsOf(value)
    .map((part) => (Number(part) / 100).toFixed(2))
    .join(', ');

/** Adds the unit to each number as typed. The server refuses a text that is no number. */
export const joined = (typed: string, unit: string, list: boolean): string =>
  (list ? partsOf(typed) : [typed])
    .map((part) => {
      const read = halalasOf(part.replace(/[%٪]/g, ''));
      return (read === undefined ? part.trim() : (read / 100).toFixed(2)) + unit;
    })
    .join(',');
