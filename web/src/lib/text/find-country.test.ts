import { expect, it } from 'vitest';
import { findCountry } from './find-country';

const countries = [
  { country: 'EG', name: 'مصر', dialCode: '+20' },
  { country: 'AE', name: 'الإمارات العربية المتحدة', dialCode: '+971' },
  { country: 'TR', name: 'Türkiye', dialCode: '+90' },
];

it.each([
  ['', ['EG', 'AE', 'TR']],
  ['turk', ['TR']],
  ['الامارات', ['AE']],
  ['المتحده', ['AE']],
  ['eg', ['EG']],
  ['+20', ['EG']],
  ['00971', ['AE']],
  ['90', ['TR']],
  ['Mars', []],
])('finds of %s what is meant', (typed, want) => {
  expect(findCountry(countries, typed).map(({ country }) => country)).toEqual(want);
});
