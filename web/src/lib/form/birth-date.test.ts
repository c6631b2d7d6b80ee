import { expect, it } from 'vitest';
import { isoDate, isRealDay, joined, partsOf } from './birth-date';

it.each([
  ['1992-3-4', '1992-03-04'],
  ['1992-03-14', '1992-03-14'],
  ['1992--4', '1992--04'],
  ['', ''],
])('writes %s as %s', (typed, iso) => expect(isoDate(typed)).toBe(iso));

it('keeps a partial date, and an empty one', () => {
  expect(partsOf(joined({ year: '', month: '3', day: '' }))).toEqual({ year: '', month: '3', day: '' });
  expect(joined(partsOf(''))).toBe('');
});

it.each([
  ['1992-02-29', true],
  ['1993-02-29', false],
  ['1992-13-01', false],
  ['1992-00-10', false],
  ['1992--04', false],
])('knows that %s being a day is %s', (date, real) => expect(isRealDay(date)).toBe(real));
