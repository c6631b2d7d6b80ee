import { digitsOnly, readMobile } from './typed';

export { digitsOnly, latinDigits } from './typed';

/**
 * Returns a Saudi mobile number in national format from any usual spelling; else the digits, which the form
 * refuses.
 */
export const nationalMobile = (text: string): string => readMobile(text) ?? digitsOnly(text);

/** Formats 0571234567 as 057 123 4567, which is easier to read and compare. */
export const spacedMobile = (msisdn: string): string => msisdn.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');

/** Tells whether the digits are a Saudi mobile number in national format (SaudiMobile of the contract). */
export const isNationalMobile = (digits: string): boolean => /^05[0-9]{8}$/.test(digits);

/** The digits of a number after its fixed prefix. */
const digitsAtMost = 7;

/** The prefix of a complete number in the search: 057…, +966 57…, 00966 57… */
const prefix = /^(?:(?:00)?9660?57|057|57(?=\d{7}$))/;

/** Returns the digits after the fixed prefix, also from a complete number in any spelling. */
export function searchedIn(text: string): string {
  const digits = digitsOnly(text);
  return (digits.length > digitsAtMost ? digits.replace(prefix, '') : digits).slice(0, digitsAtMost);
}
