import { expect, it } from 'vitest';
import { wholeHalalasOf } from '@/lib/text/riyals';
import { withVat } from '@/lib/text/vat';
import { bodyOf, shareOf, totalOf } from './wanted';

it.each([
  [5_000, 5_750],
  [1_000, 1_150],
  [10, 12],
  [3, 3],
  [4, 5],
])('puts the VAT on top of %i, rounded half up', (net, total) => {
  expect(withVat(net, 15)).toBe(total);
});

it('gives no more bonus than announced', () => {
  expect(shareOf(1_010, 25)).toBe(252);
});

it.each([
  ['50', 5_000],
  [' ٥٠ ', 5_000],
  ['20.5', undefined],
  ['', undefined],
  ['-5', undefined],
])('takes whole riyals, not "%s" otherwise', (typed, halalas) => {
  expect(wholeHalalasOf(typed)).toBe(halalas);
});

it.each([
  [{ percent: 10 }, 5_175],
  [{ percent: 33 }, 3_853],
  [{ amount: 1_150 }, 4_600],
])('takes %o off the price, and asks for the rest', (promo, total) => {
  const wanted = {
    kind: 'recharge' as const,
    amount: 5_000,
    promo: { code: 'TOPUP', kinds: ['recharge'], plans: [], ...promo },
  };
  expect(totalOf(wanted, 15)).toBe(total);
  expect(bodyOf(wanted, { way: 'saved-card', cardId: 'c' }, 15)).toMatchObject({ promoCode: 'TOPUP', total });
});
