/** The units of a typed duration, as the server reads them. */
export const durationUnits = ['ms', 's', 'm', 'h', 'd'] as const;

const lengths: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Converts a duration of the server, such as 1h10m, to the largest unit that needs no fraction. */
export function durationOf(value: string): { count: string; unit: string } {
  let ms = 0;
  for (const [, count, unit] of value.matchAll(/(\d+)(ms|s|m|h|d)/g)) {
    ms += Number(count) * (lengths[unit ?? ''] ?? 0);
  }
  if (ms === 0) {
    return { count: '0', unit: 'm' };
  }
  const unit = [...durationUnits].reverse().find((one) => ms % (lengths[one] ?? 1) === 0) ?? 'ms';
  return { count: String(ms / (lengths[unit] ?? 1)), unit };
}

/** Converts one or several amounts of the server from halalas to riyals. */
export const riyalsOf = (value: string): string =>
  value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => (Number(part) / 100).toFixed(2))
    .join(', ');

/** Adds the unit to each part of a list. */
export const joined = (typed: string, unit: string): string =>
  typed
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => part.trim() + unit)
    .join(',');
