import { expect, it } from 'vitest';
import { isEmail, isMobile } from './wanted';

it.each([
  'gamer@selfcare.example',
  ' a.b+c@x-y.co.uk ',
  'mailto:gamer@selfcare.example',
  '\u200fgamer@selfcare.example\u200f',
])('takes %s as an email', (typed) => {
  expect(isEmail(typed)).toBe(true);
});

it.each(['', 'gamer', 'gamer@', 'gamer@selfcare', 'two words@selfcare.example'])(
  'takes %s as none',
  (typed) => {
    expect(isEmail(typed)).toBe(false);
  },
);

it.each(['0550000001', '٠٥٥٠٠٠٠٠٠١', '+966 55 000 0001', '00966550000001', '550000001'])(
  'takes %s as a mobile',
  (typed) => {
    expect(isMobile(typed)).toBe(true);
  },
);

it.each(['', '0112345678', '055000000', '+201001234567', '830000000001'])(
  'takes %s as no mobile',
  (typed) => {
    expect(isMobile(typed)).toBe(false);
  },
);
