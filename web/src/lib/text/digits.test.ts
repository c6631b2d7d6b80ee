import { expect, it } from 'vitest';
import { digitsOnly, latinDigits, nationalMobile, spacedMobile } from './digits';

it('turns Arabic-Indic and Persian digits into Western ones and leaves the rest', () => {
  expect(latinDigits('٠٥٧ 12 ۳۴ أ')).toBe('057 12 34 أ');
  expect(digitsOnly('٠٥-٧a')).toBe('057');
});

it.each(['0551234567', '٠٥٥١٢٣٤٥٦٧', '+966 55 123 4567', '00966551234567', '551234567', '055-123-4567'])(
  'reads %s as a Saudi mobile',
  (typed) => expect(nationalMobile(typed)).toBe('0551234567'),
);

it('keeps a text that is not a Saudi mobile, so that the form refuses it', () => {
  expect(nationalMobile('12345')).toBe('12345');
});

it('groups a number for reading', () => {
  expect(spacedMobile('0571234567')).toBe('057 123 4567');
});
