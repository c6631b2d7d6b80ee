import { expect, it } from 'vitest';
import { halalasOf, riyalsOf } from './riyals';

it.each([
  ['1', 100],
  ['12.5', 1_250],
  ['12,05', 1_205],
  ['12٫50', 1_250],
  ['', undefined],
  ['0.001', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['1234567', undefined],
])('reads %s as %s halalas', (typed, halalas) => {
  expect(halalasOf(typed)).toBe(halalas);
});

it('writes halalas as they are typed', () => {
  expect([riyalsOf(100), riyalsOf(1_250), riyalsOf(1)]).toEqual(['1', '12.5', '0.01']);
});
