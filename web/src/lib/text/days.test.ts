import { expect, it } from 'vitest';
import { dayAhead, days, lastDay } from './days';

it('ends with the day before the midnight in Riyadh at which a time ends', () => {
  expect(lastDay('2026-12-07T21:00:00Z')).toBe('2026-12-07T20:59:59.999Z');
  expect(days('2026-10-14T21:00:00Z', '2026-11-14T21:00:00Z', 'en')).toMatch(/^15 Oct\s–\s14 Nov 2026$/);
});

it('formats a moment as its day', () => {
  expect(days('2026-11-14T12:00:00Z', '2026-11-14T12:00:00Z', 'en')).toBe('14 Nov 2026');
});

it('counts days ahead in Riyadh, where a day begins at nine in the evening of London', () => {
  expect(dayAhead(1, Date.parse('2026-11-30T20:59:59Z'))).toBe('2026-12-01');
  expect(dayAhead(1, Date.parse('2026-11-30T21:00:00Z'))).toBe('2026-12-02');
});
