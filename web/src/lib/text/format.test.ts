import { expect, it } from 'vitest';
import { clock, dayAndTime, daySpan, riyals, timeOfDay } from './format';

it('shows halalas as riyals, and fractions only where there are any', () => {
  expect(riyals(50_000)).toBe('500');
  expect(riyals(7_565)).toBe('75.65');
  expect(riyals(200_000_00)).toBe('200,000');
});

it('shows the time left', () => {
  expect(clock(0)).toBe('0:00');
  expect(clock(65)).toBe('1:05');
  expect(clock(900)).toBe('15:00');
});

it('shows times of Riyadh with Western digits in both languages', () => {
  expect(timeOfDay('2026-01-01T21:30:00Z', 'en')).toBe('12:30 am');
  expect(dayAndTime('2026-01-01T21:30:00Z', 'ar')).toMatch(/^[^٠-٩]*2[^٠-٩]*12:30[^٠-٩]*$/);
});

it('writes a span of days, and one day alone', () => {
  expect(daySpan('2026-11-29', '2026-12-01', 'en')).toBe('Sunday 29 November – Tuesday 1 December');
  expect(daySpan('2026-11-29', '2026-12-01', 'ar')).toBe('الأحد، 29 نوفمبر – الثلاثاء، 1 ديسمبر');
  expect(daySpan('2026-12-31', '2026-12-31', 'en')).toBe('Thursday 31 December');
});
