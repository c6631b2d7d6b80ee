import { latinDigits } from './typed';

/**
 * Letters that a search treats as equal: the variants of an Arabic letter, and the letters of the Persian and
 * Urdu keyboards. NFKD has already split alefs and carriers with a hamza into letter and mark.
 */
const alike: Record<string, string> = {
  ـ: '',
  ٱ: 'ا',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ۃ: 'ه',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  گ: 'ك',
  پ: 'ب',
  چ: 'ج',
  ژ: 'ز',
  ڤ: 'ف',
  ٹ: 'ت',
  ڈ: 'د',
  ڑ: 'ر',
  ں: 'ن',
  ς: 'σ',
};
const anyAlike = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu');

/**
 * Folds a text for comparison in a search: small letters and Western digits, without marks, one space between
 * words. The server folds in the same way (typed.Fold); both are tested with one table of cases.
 */
export const fold = (text: string): string =>
  latinDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(anyAlike, (letter) => alike[letter] ?? '')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();

/**
 * Tells whether a text contains each typed word, in any order and with or without spaces between the words.
 */
export function hasWords(text: string, typed: string): boolean {
  const folded = fold(text);
  const wanted = fold(typed);
  const without = (blanks: string) => blanks.replaceAll(' ', '');
  return (
    wanted.split(' ').every((word) => folded.includes(word)) || without(folded).includes(without(wanted))
  );
}
