import { expect, it } from 'vitest';
import { nationalMobile } from '@/lib/text/digits';
import { readEmail } from '@/lib/text/typed';
import { gameSchema } from './wanted';

const schema = gameSchema({
  refundable: true,
  denominations: [{ id: 'sc-10', name: '10', price: 1_000, total: 1_150 }],
});
const typed = { denominationId: 'sc-10', email: 'gamer@selfcare.example', mobile: '0550000001' };

const takes = (changed: Partial<typeof typed>): boolean => schema.safeParse({ ...typed, ...changed }).success;

it.each([
  'gamer@selfcare.example',
  ' a.b+c@x-y.co.uk ',
  'mailto:gamer@selfcare.example',
  '\u200fgamer@selfcare.example\u200f',
])('takes %s as an email', (email) => {
  expect(takes({ email: readEmail(email) })).toBe(true);
});

it.each(['', 'gamer', 'gamer@', 'gamer@selfcare', 'two words@selfcare.example'])(
  'takes %s as none',
  (email) => {
    expect(takes({ email: readEmail(email) })).toBe(false);
  },
);

it.each(['0550000001', '٠٥٥٠٠٠٠٠٠١', '+966 55 000 0001', '00966550000001', '550000001'])(
  'takes %s as a mobile',
  (mobile) => {
    expect(takes({ mobile: nationalMobile(mobile) })).toBe(true);
  },
);

it.each(['', '0112345678', '055000000', '+201001234567', '830000000001'])(
  'takes %s as no mobile',
  (mobile) => {
    expect(takes({ mobile: nationalMobile(mobile) })).toBe(false);
  },
);
