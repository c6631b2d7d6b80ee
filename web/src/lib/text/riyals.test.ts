import { expect, it } from 'vitest';
import { halalasOf, riyalsOf, wholeHalalasOf } from './riyals';

it.each([
  ['1', 100],
  ['12.5', 1_250],
  ['12,05', 1_205],
  ['12٫50', 1_250],
  ['١٢٫٥', 1_250],
  ['۱٬۰۰۰', 100_000],
  ['1,000.50', 100_050],
  ['SAR 1,000', 100_000],
  ['\u2066⃁ 50\u2069', 5_000],
  ['50 ر.س', 5_000],
  ['50 ريال', 5_000],
  ['5 ريالات', 500],
  ['25.50 ريالًا', 2_550],
  ['25 ريالا', 2_500],
  ['2 ريالان', 200],
  ['\u00a0100\u200f ', 10_000],
  ['1.234', undefined],
  ['', undefined],
  ['0.001', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['12345678', undefined],
])('reads %s as %s halalas', (typed, halalas) => {
  expect(halalasOf(typed)).toBe(halalas);
});

it('writes halalas as they are typed', () => {
  expect([riyalsOf(100), riyalsOf(1_250), riyalsOf(1)]).toEqual(['1', '12.5', '0.01']);
});

it.each([
  ['50', 5_000],
  ['50.00', 5_000],
  ['1,000', 100_000],
  ['50.5', undefined],
  ['', undefined],
])('WholeRiyals_%j_Are %s halalas', (typed, halalas) => {
  expect(wholeHalalasOf(typed)).toBe(halalas);
});
