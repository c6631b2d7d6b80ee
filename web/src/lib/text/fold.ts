import { latinDigits } from './typed';

/**
 * Letters that a search takes for the same: the ways to write a letter in Arabic, and the letters of the Persian and Urdu
 * keyboards. Alefs and carriers with a hamza fall apart into letter and mark before this.
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
 * A text as a search compares it: small letters and western digits without marks, with a space between words. The server
 * folds alike (typed.Fold), held to one table of cases.
 */
export const fold = (text: string): string =>
  latinDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(anyAlike, (letter) => alike[letter] ?? '')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();

/** Whether a text has each of the words that were typed, in whichever order and with or without blanks between them. */
export function hasWords(text: string, typed: string): boolean {
  const folded = fold(text);
  const wanted = fold(typed);
  const without = (blanks: string) => blanks.replaceAll(' ', '');
  return (
    wanted.split(' ').every((word) => folded.includes(word)) || without(folded).includes(without(wanted))
  );
}
