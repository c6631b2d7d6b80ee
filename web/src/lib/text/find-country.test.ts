import { expect, it } from 'vitest';
import { findCountry } from './find-country';

const countries = [
  { country: 'EG', name: 'مصر', dialCode: '+20' },
  { country: 'AE', name: 'الإمارات العربية المتحدة', dialCode: '+971' },
  { country: 'TR', name: 'Türkiye', dialCode: '+90' },
  { country: 'YE', name: 'اليمن', dialCode: '+967' },
  { country: 'PK', name: 'باكستان', dialCode: '+92' },
];

it.each([
  ['', ['EG', 'AE', 'TR', 'YE', 'PK']],
  ['turk', ['TR']],
  ['الامارات', ['AE']],
  ['المتحده', ['AE']],
  ['eg', ['EG']],
  ['+20', ['EG']],
  ['00971', ['AE']],
  ['90', ['TR']],
  ['الیمن', ['YE']],
  ['پاکستان', ['PK']],
  ['\u2067الإمـارات\u2069', ['AE']],
  ['egypt', ['EG']],
  ['تركيا', ['TR']],
  ['+٢٠', ['EG']],
  ['Mars', []],
])('finds of %s what is meant', (typed, want) => {
  expect(findCountry(countries, typed).map(({ country }) => country)).toEqual(want);
});
