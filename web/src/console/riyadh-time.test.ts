import { expect, it } from 'vitest';
import { momentOf, momentTyped, typedOf } from './riyadh-time';

it.each([
  ['2026-11-28', '14:30', '2026-11-28T11:30:00.000Z'],
  ['2026-11-8', '9:05', '2026-11-08T06:05:00.000Z'],
  ['2026-11-28', '905', '2026-11-28T06:05:00.000Z'],
  ['2026-11-28', '\u200f٩:٠٥ ', '2026-11-28T06:05:00.000Z'],
  ['2026-11-28', '00:00', '2026-11-27T21:00:00.000Z'],
])('Moment_%s_%s_IsReadInRiyadhTime', (day, time, at) => {
  expect(momentOf(momentTyped({ day, time }))).toBe(at);
});

it.each([
  ['2026-11-28', ''],
  ['', '14:30'],
  ['2026--28', '14:30'],
  ['2027-2-31', '09:30'],
  ['2026-11-28', '24:00'],
  ['2026-11-28', '2:30 pm'],
  ['1448-06-09', '14:30'],
])('Moment_%s_%s_IsNoMoment', (day, time) => {
  const typed = momentTyped({ day, time });
  expect(typed).not.toBe('');
  expect(momentOf(typed)).toBeUndefined();
});

it('Moment_NothingTyped_IsEmpty', () => {
  expect(momentTyped({ day: '', time: '' })).toBe('');
});

it('Moment_OfTheServer_IsTypedInRiyadhTime', () => {
  expect(typedOf('2026-11-28T21:30:00Z')).toBe('2026-11-29T00:30');
});
