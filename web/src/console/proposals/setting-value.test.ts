import { expect, it } from 'vitest';
import { decimalsOf, durationOf, joined } from './setting-value';

it.each([
  ['1h10m', '70', 'm'],
  ['1.5s', '1500', 'ms'],
  ['1.5h', '90', 'm'],
  ['250ms', '250', 'ms'],
  ['168h', '7', 'd'],
])('Duration_%s_IsWholeNumberOfUnits', (value, count, unit) => {
  expect(durationOf(value)).toEqual({ count, unit });
});

it('Amounts_OfServer_HaveTwoDecimals', () => {
  expect(decimalsOf('2000, 5050')).toBe('20.00, 50.50');
  expect(decimalsOf('')).toBe('');
});

it.each([
  ['25', '25.00 SAR'],
  ['٢٥٫٥', '25.50 SAR'],
  ['1,000.00', '1000.00 SAR'],
  ['25 ريالًا', '25.00 SAR'],
  ['much', 'much SAR'],
])('Amount_%s_IsSentInRiyals', (typed, sent) => {
  expect(joined(typed, ' SAR', false)).toBe(sent);
});

it('Amounts_ArabicComma_SeparatesThem', () => {
  expect(joined('20، 50.5', ' SAR', true)).toBe('20.00 SAR,50.50 SAR');
});
