import { locales } from '@/lib/text/format';
import type { Language } from '@/lib/text/language';

const minute = 60_000;
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

/**
 * Returns the waiting time in its largest unit and the next one: 3 days 4 hours. Returns nothing below a
 * minute.
 */
export function age(since: string, now: string, language: Language): string {
  const waited = Math.max(Date.parse(now) - Date.parse(since), 0);
  const first = units.findIndex(([, length]) => waited >= length);
  if (first === -1) {
    return '';
  }
  const shown = units.slice(first, first + 2);
  let rest = waited;
  const parts = shown.flatMap(([unit, length], position) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const name = new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' });
    return count === 0 && position > 0 ? [] : [name.format(count)];
  });
  return new Intl.ListFormat(locales[language], { type: 'unit', style: 'long' }).format(parts);
}
