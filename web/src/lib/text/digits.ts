import { digitsOnly, readMobile } from './typed';

export { digitsOnly, latinDigits } from './typed';

/** A Saudi mobile in national format, from any of the ways people write it; else its digits, for the form to refuse. */
export const nationalMobile = (text: string): string => readMobile(text) ?? digitsOnly(text);

/** 0571234567 as 057 123 4567, easier to read and to compare. */
export const spacedMobile = (msisdn: string): string => msisdn.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');

/** A Saudi mobile in national format, as the contract writes it (SaudiMobile). */
export const isNationalMobile = (digits: string): boolean => /^05[0-9]{8}$/.test(digits);
