import { expect, it } from 'vitest';
import { age } from './age';

const now = '2026-11-25T12:00:00Z';

it.each([
  ['2026-11-25T11:59:40Z', ''],
  ['2026-11-25T11:35:00Z', '25 minutes'],
  ['2026-11-25T10:30:00Z', '1 hour, 30 minutes'],
  ['2026-11-25T09:00:00Z', '3 hours'],
  ['2026-11-22T08:00:00Z', '3 days, 4 hours'],
  ['2026-11-25T12:01:00Z', ''],
])('what has waited since %s has waited %s', (since, text) => {
  expect(age(since, now, 'en')).toBe(text);
});

it('counts in Arabic as Arabic does', () => {
  expect(age('2026-11-22T10:00:00Z', now, 'ar')).toMatch(/3 أيام.*ساعتان/);
});
